// SPDX-License-Identifier: Apache-2.0
// Everything an author of a harness needs. A harness registers operations over its own objects; the SDK owns framing,
// names, sessions, identity, facts and the mapping of errors.
#pragma once

#include "bindings/cpp/arguments.hpp"
#include "bindings/cpp/errors.hpp"
#include "bindings/cpp/facts.hpp"
#include "bindings/cpp/harness.hpp"
#include "bindings/cpp/item.hpp"
#include "bindings/cpp/plugin.hpp"
#include "bindings/cpp/serve.hpp"
#include "bindings/cpp/session.hpp"
