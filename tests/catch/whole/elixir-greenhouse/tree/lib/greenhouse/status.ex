defmodule Greenhouse.Status do
  @moduledoc "What the dashboard shows, as a map that Jason can encode. Page and API use the same one."

  alias Greenhouse.{Alarms, Journal, Readings, Site, Valves}
  alias Greenhouse.Rules.ClockIrrigation

  @spec snapshot(Site.t(), NaiveDateTime.t()) :: map()
  def snapshot(%Site{} = site, now \\ NaiveDateTime.local_now()) do
    %{
      name: site.name,
      time: Calendar.strftime(now, "%Y-%m-%d %H:%M"),
      houses: Enum.map(site.houses, &house/1),
      zones: Enum.map(site.zones, &zone(&1, now)),
      alarms: Enum.map(Alarms.active(), &alarm/1),
      journal: Journal.tail(20)
    }
  end

  defp house(id) do
    %{id: id, temp: value(id, :temp), humidity: value(id, :humidity), light: value(id, :light)}
  end

  defp value(source, kind) do
    case Readings.latest(source, kind) do
      nil -> nil
      reading -> reading.value
    end
  end

  defp zone(zone, now) do
    %{
      id: zone.id,
      crop: zone.crop,
      valve: zone.valve,
      open: Valves.open?(zone.valve),
      minutes: zone.minutes,
      next: hhmm(ClockIrrigation.next(zone, now))
    }
  end

  defp alarm(alarm), do: %{text: alarm.text, since: Calendar.strftime(alarm.since, "%d.%m. %H:%M")}

  defp hhmm(nil), do: nil
  defp hhmm(time), do: Calendar.strftime(time, "%H:%M")
end
