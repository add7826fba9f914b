defmodule Greenhouse.Rules.FrostGuardTest do
  use ExUnit.Case, async: true

  alias Greenhouse.Reading
  alias Greenhouse.Rules.{Context, FrostGuard}
  alias Greenhouse.Stack

  defp actions(temp, at \\ 1000) do
    FrostGuard.evaluate(%Context{
      site: Stack.site(),
      prev: ~N[2025-04-02 05:00:00],
      now: ~N[2025-04-02 05:00:10],
      mono: 1000,
      latest: fn "A", :temp -> %Reading{source: "A", kind: :temp, value: temp, at: at} end
    })
  end

  test "below the limit, above it, and between" do
    assert {:alarm, {:frost, "A"}, "house A: 2.9 C"} in actions(2.9)
    assert {:clear_alarm, {:frost, "A"}} in actions(4.0)
    assert actions(3.5) == [{:clear_alarm, {:air, "A"}}]
  end

  test "an old reading is an alarm of its own, and says nothing about frost" do
    assert [{:alarm, {:air, "A"}, _}] = actions(-2.0, 699)
    assert [_, {:alarm, {:frost, "A"}, _}] = actions(-2.0, 700)
  end
end
