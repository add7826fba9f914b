defmodule Greenhouse.Dashboard.Page do
  @moduledoc "The one page of the dashboard, from `Greenhouse.Status.snapshot/2`."

  import Plug.HTML, only: [html_escape: 1]

  @spec render(map()) :: String.t()
  def render(status) do
    """
    <!doctype html>
    <html><head><meta charset="utf-8"><meta http-equiv="refresh" content="30">
    <title>#{text(status.name)}</title>
    <style>body{font-family:sans-serif} td,th{padding:.3em .8em;text-align:left} .alarm{color:#b00}</style>
    </head><body>
    <h1>#{text(status.name)} <small>#{text(status.time)}</small></h1>
    #{alarms(status.alarms)}
    <table><tr><th>House</th><th>Temp</th><th>Humidity</th><th>Light</th></tr>
    #{Enum.map_join(status.houses, "\n", &house/1)}
    </table>
    <table><tr><th>Zone</th><th>Crop</th><th>Valve</th><th>State</th><th>Next</th><th></th></tr>
    #{Enum.map_join(status.zones, "\n", &zone/1)}
    </table>
    <pre>#{Enum.map_join(status.journal, "\n", &text/1)}</pre>
    </body></html>
    """
  end

  defp alarms([]), do: ""

  defp alarms(alarms) do
    items = Enum.map_join(alarms, "\n", &"<li>#{text(&1.since)} #{text(&1.text)}</li>")
    "<ul class=\"alarm\">#{items}</ul>"
  end

  defp house(house) do
    row([house.id, unit(house.temp, "°C"), unit(house.humidity, "%"), unit(house.light, "")])
  end

  defp zone(zone) do
    state = if zone.open, do: "watering", else: "closed"
    row([zone.id, zone.crop, zone.valve, state, zone.next || "-"], button(zone))
  end

  defp button(zone) do
    "<form method=\"post\" action=\"/zones/#{text(zone.id)}/water\"><button>Water now</button></form>"
  end

  defp row(cells, last \\ nil) do
    tds = Enum.map_join(cells, &"<td>#{text(&1)}</td>")
    "<tr>#{tds}#{if last, do: "<td>#{last}</td>"}</tr>"
  end

  defp unit(nil, _unit), do: "-"
  defp unit(value, unit), do: "#{value} #{unit}"

  defp text(value), do: value |> to_string() |> html_escape()
end
