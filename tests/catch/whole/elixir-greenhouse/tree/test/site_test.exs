defmodule Greenhouse.SiteTest do
  use ExUnit.Case, async: true

  alias Greenhouse.Site

  @zone %{
    "id" => "a1",
    "house" => "A",
    "valve" => 1,
    "schedule" => ["18:30", "06:00"],
    "minutes" => 12
  }

  defp json(zones), do: %{"version" => 1, "houses" => ["A"], "zones" => zones}

  test "a site with a zone, its times in order" do
    assert {:ok, %Site{zones: [zone], frost_c: 3.0}} = Site.parse(json([@zone]))
    assert zone.schedule == [~T[06:00:00], ~T[18:30:00]]
  end

  test "the site files of the repository load" do
    assert Site.load!("config/site.example.json").name == "Nursery Brandt"
    assert length(Site.load!("config/site.bench.json").zones) == 3
  end

  for {key, value, words} <- [
        {"house", "C", "house is \"C\""},
        {"valve", 9, "valve is 9"},
        {"minutes", 0, "minutes is 0"},
        {"schedule", ["6 Uhr"], "not a time"}
      ] do
    test "#{key} #{inspect(value)} is refused, with the zone's name" do
      zone = Map.put(@zone, unquote(key), unquote(value))
      assert {:error, reason} = Site.parse(json([zone]))
      assert reason =~ "zone a1"
      assert reason =~ unquote(words)
    end
  end

  test "two zones on one valve are refused" do
    assert {:error, "valve 1 is used twice"} = Site.parse(json([@zone, %{@zone | "id" => "a2"}]))
  end

  test "a version from the future is refused" do
    assert {:error, "version 99 is not known"} = Site.parse(%{"version" => 99})
  end
end
