defmodule Greenhouse.Rules.ClockIrrigationTest do
  use ExUnit.Case, async: true

  alias Greenhouse.Rules.{ClockIrrigation, Context}
  alias Greenhouse.Stack

  defp context(prev, now) do
    %Context{site: Stack.site(), prev: prev, now: now, mono: 0, latest: fn _, _ -> nil end}
  end

  test "opens in the tick in which the minute begins" do
    context = context(~N[2025-04-02 05:59:54], ~N[2025-04-02 06:00:04])
    assert ClockIrrigation.evaluate(context) == [{:open, 3, 720, "clock 06:00"}]
  end

  test "not before, and not twice" do
    assert ClockIrrigation.evaluate(context(~N[2025-04-02 05:59:44], ~N[2025-04-02 05:59:54])) == []
    assert ClockIrrigation.evaluate(context(~N[2025-04-02 06:00:04], ~N[2025-04-02 06:00:14])) == []
  end

  test "the next start, also after the last of the day" do
    [zone] = Stack.site().zones
    assert ClockIrrigation.next(zone, ~N[2025-04-02 12:00:00]) == ~T[18:30:00]
    assert ClockIrrigation.next(zone, ~N[2025-04-02 19:00:00]) == ~T[06:00:00]
  end
end
