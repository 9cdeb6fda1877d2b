// SPDX-License-Identifier: Apache-2.0
#include "bindings/cpp/errors.hpp"

#include <stdexcept>
#include <utility>

namespace swconform::sdk {

void unsupported(std::string why) { throw Stop{Outcome::Kind::unsupported, std::move(why)}; }
void absent(std::string why) { throw Stop{Outcome::Kind::absent, std::move(why)}; }
void internal(std::string why) { throw Stop{Outcome::Kind::internal, std::move(why)}; }

ErrorReport classify_standard(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const Raised& error) {
    return error.report();
  } catch (const std::out_of_range& error) {
    return {"IndexError", error.what()};
  } catch (const std::invalid_argument& error) {
    return {"ValueError", error.what()};
  } catch (const std::domain_error& error) {
    return {"ValueError", error.what()};
  } catch (const std::length_error& error) {
    return {"ValueError", error.what()};
  } catch (const std::overflow_error& error) {
    return {"OverflowError", error.what()};
  } catch (const std::runtime_error& error) {
    return {"RuntimeError", error.what()};
  } catch (const std::exception& error) {
    return {"Other", error.what()};
  } catch (...) {
    return {"Other", "an exception that is no std::exception"};
  }
}

}  // namespace swconform::sdk
