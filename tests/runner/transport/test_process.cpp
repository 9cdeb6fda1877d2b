// SPDX-License-Identifier: Apache-2.0
// Starting a program, asking it, starting it afresh, and its end.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bindings/protocol/messages.hpp"
#include "tests/runner/transport/misbehaviour.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using namespace swconform::test;
using namespace std::chrono_literals;
using Ending = Exchange::Ending;

namespace {

Exchange hello_of(const ProcessCommand& command, std::chrono::milliseconds limit = 30s) {
  return connect_process(command)->exchange(hello_request(), limit);
}

ProcessCommand shell(const std::string& script) { return {{"sh", "-c", script}}; }

/// A folder for one test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "swconform-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("an honest program answers hello and any number of cases, and ends at bye") {
  const auto transport = connect_process(misbehaving("honest"));
  const Exchange greeting = transport->exchange(hello_request(), 30s);
  CHECK(greeting.ending == Ending::done);
  REQUIRE(greeting.lines.size() == 1);
  CHECK(parse_hello(greeting.lines[0]).name == "StrideWeave reference");
  for (int i = 0; i < 100; ++i) {
    const Exchange exchange = transport->exchange(case_of("good"), 30s);
    CHECK(is_honest(exchange));
    CHECK_FALSE(exchange.before);
    CHECK(exchange.stderr_tail.empty());
  }
  const Farewell farewell = transport->close();
  CHECK_FALSE(farewell.before);
  CHECK(farewell.remark.empty());
  CHECK(children_left() == 0);
}

TEST_CASE("a case may come first, without a limit, and the end without bye") {
  const auto transport = connect_process(misbehaving("honest"));
  CHECK(is_honest(transport->exchange(case_of("good"), 0ms)));
}

TEST_CASE("a request and a reply much larger than a pipe holds") {
  const auto transport = connect_process(misbehaving("honest"));
  CHECK(is_honest(transport->exchange(case_of("good", 5000000), 30s)));
  // The toy echoes: the reply is as large as the request.
  const auto echo = connect_process(shell("read -r hello; echo '{}'; read -r line; printf '%s\\n{\"done\":true}\\n' "
                                          "\"$line\"; read -r bye"));
  const Value request = case_of("good", 200000);
  const Exchange exchange = echo->exchange(request, 30s);
  CHECK(exchange.ending == Ending::done);
  REQUIRE(exchange.lines.size() == 2);
  CHECK(exchange.lines[0] == request);
}

TEST_CASE("what cannot be started says why") {
  const auto why = [](const ProcessCommand& command) {
    const Exchange exchange = hello_of(command);
    CHECK(exchange.ending == Ending::died);
    return exchange.what;
  };
  const Folder folder;
  CHECK(why({{"./no/such/program", "x"}}) == "no such file: ./no/such/program");
  CHECK(why({{"no-such-program-anywhere"}}) == "no such program on PATH: no-such-program-anywhere");
  CHECK(why({{"/etc/passwd"}}) == "not an executable file: /etc/passwd");
  CHECK(why({{"/"}}) == "not an executable file: /");
  CHECK(why({{}}) == "no program is named");
  CHECK(why({{""}}) == "no program is named");
  const std::string script = folder / "script";
  std::ofstream(script) << "echo no first line\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  CHECK(contains(why({{script}}), "cannot be executed: Exec format error (a script begins with"));
  std::ofstream(script) << "#!/no/such/interpreter\n";
  CHECK(contains(why({{script}}), "cannot be executed: No such file or directory (is the interpreter"));
  CHECK(children_left() == 0);
}

TEST_CASE("a program that ends before hello, hangs at it or answers it wrong") {
  const Exchange gone = hello_of(misbehaving("no-hello"));
  CHECK(gone.ending == Ending::died);
  CHECK(gone.what == "exited with status 7");
  CHECK(gone.stderr_tail == "no licence found\n");
  const Exchange killed = hello_of(shell("kill -ABRT $$"));
  CHECK(killed.what == "was ended by SIGABRT (signal 6, Aborted)");
  const Exchange hung = hello_of(misbehaving("sleeping"), 50ms);
  CHECK(hung.ending == Ending::hung);
  CHECK(hung.what == "no answer within 50 ms");
  CHECK(hello_of(shell("echo hello")).ending == Ending::malformed);
  CHECK(children_left() == 0);
}

TEST_CASE("the time to start is not the time of a case") {
  ProcessLimits limits;
  limits.start = 30s;
  const auto patient = connect_process(misbehaving("slow-start", 300), limits);
  CHECK(is_honest(patient->exchange(case_of("good"), 290ms)));
  limits.start = 50ms;
  const auto strict = connect_process(misbehaving("slow-start", 30000), limits);
  const Exchange exchange = strict->exchange(case_of("good"), 30s);
  CHECK(exchange.ending == Ending::hung);
  CHECK(exchange.what == "it could not be started afresh: no answer within 50 ms");
}

TEST_CASE("a program that starts only once: three more attempts, and no more") {
  const Folder folder;
  const auto transport =
      connect_process(misbehaving("exit", 1, {{"MISBEHAVING_STARTS_ONCE", folder / "started"}}));
  CHECK(transport->exchange(hello_request(), 30s).ending == Ending::done);
  CHECK(transport->exchange(case_of("bad"), 30s).what == "exited with status 1");
  for (int i = 0; i < 3; ++i) {
    const Exchange exchange = transport->exchange(case_of("good"), 30s);
    CHECK(exchange.ending == Ending::died);
    CHECK(exchange.what == "it could not be started afresh: exited with status 9");
    CHECK(exchange.stderr_tail == "a second start\n");
  }
  const Exchange exchange = transport->exchange(case_of("good"), 30s);
  CHECK(exchange.ending == Ending::died);
  CHECK(exchange.what == "not run: it could not be started afresh 3 times running");
  CHECK(exchange.stderr_tail.empty());
}

TEST_CASE("a fresh process that is another implementation is refused") {
  const Seen seen = see(misbehaving("changing-hello"));
  CHECK(seen.bad.ending == Ending::died);
  CHECK(seen.good.ending == Ending::malformed);
  CHECK(contains(seen.good.what, "answered hello otherwise than before"));
}

TEST_CASE("the environment: ours, with additions in the place of what has the same name") {
  const auto transport = connect_process(
      {{"sh", "-c", "read -r hello; printf '[\"%s\",\"%s\"]\\n' \"$SWCONFORM_A\" \"$PATH\"; read -r bye"},
       {{"SWCONFORM_A", "x y"}}});
  const Exchange exchange = transport->exchange(hello_request(), 30s);
  REQUIRE(exchange.ending == Ending::done);
  CHECK(exchange.lines[0] == Value(Value::List{Value("x y"), Value(std::getenv("PATH"))}));
}

TEST_CASE("a child has our standard descriptors only as pipes, no other, and default signals") {
  const int leaked = open("/dev/null", O_RDONLY);  // not close-on-exec
  REQUIRE(leaked >= 0);
  const auto before = signal(SIGPIPE, SIG_IGN);
  const auto transport = connect_process(shell(
      "read -r hello; grep -E 'SigIgn|SigBlk' /proc/self/status | grep -cv '0000000000000000' > /dev/null; echo $?; "
      "read -r x; printf 1; ls /proc/self/fd | tr -d '\\n'; echo; echo '{\"done\":true}'; read -r bye"));
  CHECK(transport->exchange(hello_request(), 30s).lines == std::vector<Value>{Value(1)});
  // 3 is the folder ls reads.
  CHECK(transport->exchange(case_of("good"), 30s).lines.at(0) == Value(10123));
  signal(SIGPIPE, before);
  close(leaked);
}

TEST_CASE("bye: how a process ends is remarked, and it ends in any case") {
  const auto remark = [](const std::string& mode, int number = 0) {
    const auto transport = connect_process(misbehaving(mode, number), quick());
    CHECK(is_honest(transport->exchange(case_of("good"), 30s)));
    const Farewell farewell = transport->close();
    CHECK_FALSE(farewell.before);
    CHECK(children_left() == 0);
    return farewell.remark;
  };
  CHECK(remark("honest").empty());
  CHECK(remark("exit-at-bye", 4) == "it exited with status 4");
  CHECK(remark("hang-at-bye") == "it did not end within 300 ms");
  CHECK(remark("answer-bye") == "it answered");
  CHECK(remark("helper") == "it left 1 process running: misbehaving");
}

TEST_CASE("closing what never started, or is gone, says nothing") {
  const Farewell never = connect_process(misbehaving("honest"))->close();
  CHECK_FALSE(never.before);
  CHECK(never.remark.empty());
  const auto transport = connect_process(misbehaving("exit", 1));
  CHECK(transport->exchange(case_of("bad"), 30s).ending == Ending::died);
  const Farewell gone = transport->close();
  CHECK_FALSE(gone.before);
  CHECK(gone.remark.empty());
}
