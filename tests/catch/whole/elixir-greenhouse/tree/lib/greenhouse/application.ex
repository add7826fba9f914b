defmodule Greenhouse.Application do
  @moduledoc false
  use Application

  alias Greenhouse.{Alarms, Journal, Link, Readings, Site, Ticker, Valves}

  @impl true
  def start(_type, _args) do
    children = if env(:start), do: children(), else: []
    Supervisor.start_link(children, strategy: :rest_for_one, name: Greenhouse.Supervisor)
  end

  # The order matters: each one calls only those above it.
  defp children do
    site = Site.load!(env(:site_file))

    [
      {Journal, path: env(:journal_file)},
      {Alarms, hook: env(:alarm_hook)},
      Readings,
      {Link, transport: {Link.Uart, device: env(:device)}},
      {Valves, site: site},
      {Ticker, site: site, rules: env(:rules)},
      {Plug.Cowboy,
       scheme: :http, plug: {Greenhouse.Dashboard.Router, site: site}, options: [port: env(:port)]}
    ]
  end

  defp env(key), do: Application.fetch_env!(:greenhouse, key)
end
