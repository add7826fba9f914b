import Config

# Tests start the processes they need themselves: Greenhouse.Stack in test/support/stack.ex.
config :greenhouse, start: false

config :logger, level: :warning
