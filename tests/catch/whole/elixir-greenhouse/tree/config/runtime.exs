import Config

if config_env() == :prod do
  config :greenhouse,
    site_file: System.get_env("GREENHOUSE_SITE", "/etc/greenhouse/site.json"),
    journal_file: System.get_env("GREENHOUSE_JOURNAL", "/var/lib/greenhouse/journal.csv"),
    device: System.get_env("GREENHOUSE_DEVICE", "ttyACM0"),
    port: String.to_integer(System.get_env("PORT", "4000")),
    alarm_hook: System.get_env("GREENHOUSE_ALARM_HOOK")
end
