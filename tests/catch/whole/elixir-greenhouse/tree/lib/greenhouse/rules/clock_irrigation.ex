defmodule Greenhouse.Rules.ClockIrrigation do
  @moduledoc "Waters each zone at the times of its schedule, for its minutes."
  @behaviour Greenhouse.Rules

  alias Greenhouse.Rules.Context
  alias Greenhouse.Site.Zone

  @impl true
  def evaluate(%Context{site: site} = context), do: Enum.flat_map(site.zones, &due(&1, context))

  @doc "The next start after `now`, for the dashboard. Nil for an empty schedule."
  @spec next(Zone.t(), NaiveDateTime.t()) :: Time.t() | nil
  def next(%Zone{schedule: schedule}, now) do
    time = NaiveDateTime.to_time(now)
    Enum.find(schedule, List.first(schedule), &(Time.compare(&1, time) == :gt))
  end

  defp due(%Zone{} = zone, %Context{prev: prev, now: now}) do
    for time <- zone.schedule, passed?(time, prev, now) do
      {:open, zone.valve, zone.minutes * 60, "clock #{Calendar.strftime(time, "%H:%M")}"}
    end
  end

  # The minute lies after the last tick, and not after this one.
  defp passed?(time, prev, now) do
    at = NaiveDateTime.new!(NaiveDateTime.to_date(now), time)
    NaiveDateTime.compare(prev, at) == :lt and NaiveDateTime.compare(at, now) != :gt
  end
end
