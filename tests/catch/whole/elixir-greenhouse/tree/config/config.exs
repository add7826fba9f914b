import Config

config :greenhouse,
  start: true,
  site_file: "config/site.bench.json",
  journal_file: "data/journal.csv",
  device: "ttyACM0",
  port: 4000,
  alarm_hook: nil,
  # In this order, every 10 s. See README, "Rules".
  rules: [
    Greenhouse.Rules.FrostGuard,
    Greenhouse.Rules.ClockIrrigation
  ]

config :logger, :console, format: "$time [$level] $message\n"

if config_env() == :test do
  import_config "test.exs"
end
