defmodule Greenhouse.Rules.FrostGuard do
  @moduledoc """
  An alarm for each house that gets too cold, or whose air sensor has gone quiet. Cleared one degree
  above the limit, so that it does not come and go.
  """
  @behaviour Greenhouse.Rules

  alias Greenhouse.Reading
  alias Greenhouse.Rules.Context

  @stale_s 300
  @hysteresis_c 1.0

  @impl true
  def evaluate(%Context{site: site} = context) do
    Enum.flat_map(site.houses, fn house ->
      case context.latest.(house, :temp) do
        nil -> []
        reading -> check(house, reading, context)
      end
    end)
  end

  defp check(house, reading, context) do
    if Reading.age(reading, context.mono) > @stale_s do
      [{:alarm, {:air, house}, "house #{house}: no temperature for 5 minutes"}]
    else
      [{:clear_alarm, {:air, house}} | frost(house, reading.value, context.site.frost_c)]
    end
  end

  defp frost(house, temp, limit) when temp < limit,
    do: [{:alarm, {:frost, house}, "house #{house}: #{temp} C"}]

  defp frost(house, temp, limit) when temp >= limit + @hysteresis_c,
    do: [{:clear_alarm, {:frost, house}}]

  defp frost(_house, _temp, _limit), do: []
end
