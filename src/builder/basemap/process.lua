-- What of OpenStreetMap goes into which layer of the basemap: the OpenMapTiles schema, as far as style/map draws it.
-- The sea is not made here: it is cut from the coastline in Rust and merged into `water` afterwards.

node_keys = { "place", "natural", "aeroway" }

local function set(...)
  local out = {}
  for _, value in ipairs({ ... }) do out[value] = true end
  return out
end

-- The greater of a road's two neighbours in this list is drawn above the lesser.
local ROADS = {
  motorway = { class = "motorway", from = 6, name = 11, order = 9 },
  trunk = { class = "trunk", from = 7, name = 11, order = 8 },
  primary = { class = "primary", from = 8, name = 12, order = 7 },
  secondary = { class = "secondary", from = 9, name = 12, order = 6 },
  tertiary = { class = "tertiary", from = 10, name = 13, order = 5 },
  unclassified = { class = "minor", from = 12, name = 14, order = 3 },
  residential = { class = "minor", from = 12, name = 14, order = 3 },
  living_street = { class = "minor", from = 12, name = 14, order = 3 },
  road = { class = "minor", from = 12, name = 14, order = 3 },
  busway = { class = "busway", from = 13, name = 14, order = 3 },
  raceway = { class = "raceway", from = 13, name = 14, order = 2 },
  service = { class = "service", from = 13, name = 14, order = 2 },
  track = { class = "track", from = 13, name = 14, order = 1 },
  pedestrian = { class = "path", from = 13, name = 14, order = 2 },
  footway = { class = "path", from = 13, name = 14, order = 0 },
  path = { class = "path", from = 13, name = 14, order = 0 },
  cycleway = { class = "path", from = 13, name = 14, order = 0 },
  bridleway = { class = "path", from = 13, name = 14, order = 0 },
  steps = { class = "path", from = 14, name = 14, order = 0 },
}
local RAILS = { rail = "rail", narrow_gauge = "rail", preserved = "rail", funicular = "rail",
  subway = "transit", light_rail = "transit", tram = "transit", monorail = "transit" }

local LANDCOVER = {
  natural = { wood = "wood", scrub = "grass", heath = "grass", grassland = "grass", fell = "grass", tundra = "grass",
    wetland = "wetland", beach = "sand", sand = "sand", dune = "sand", bare_rock = "rock", scree = "rock", shingle = "rock", glacier = "ice" },
  landuse = { forest = "wood", grass = "grass", meadow = "grass", village_green = "grass", recreation_ground = "grass",
    allotments = "farmland", farmland = "farmland", orchard = "farmland", vineyard = "farmland", plant_nursery = "farmland",
    flowerbed = "grass", greenfield = "grass" },
  leisure = { park = "grass", garden = "grass", golf_course = "grass", common = "grass" },
}
local LANDUSE = {
  landuse = { residential = "residential", commercial = "commercial", retail = "retail", industrial = "industrial", port = "industrial",
    quarry = "quarry", landfill = "quarry", construction = "quarry", railway = "railway", garages = "garages", military = "military", cemetery = "cemetery" },
  amenity = { school = "school", university = "university", college = "college", hospital = "hospital", kindergarten = "kindergarten",
    library = "library", grave_yard = "cemetery" },
  leisure = { pitch = "pitch", playground = "playground", stadium = "stadium", track = "track", sports_centre = "stadium" },
  tourism = { zoo = "zoo", theme_park = "theme_park" },
}
local AEROWAYS = set("aerodrome", "apron", "runway", "taxiway", "helipad", "terminal")
local NAMED_WATERWAYS = set("river", "canal")
local PLACE_ZOOM = { continent = 0, country = 1, state = 4, city = 4, town = 8, village = 10, suburb = 11, quarter = 12,
  neighbourhood = 13, hamlet = 13, isolated_dwelling = 13, locality = 13, island = 8, islet = 12, sea = 6 }

-- Whether every letter is of a Latin block (U+0000 to 024F, combining marks, Latin Extended Additional) or general punctuation.
-- Works on bytes: tilemaker's Lua may be 5.1, which knows no UTF-8.
local function is_latin(text)
  for sign in text:gmatch("[\192-\255][\128-\191]*") do
    local first, second = sign:byte(1, 2)
    if not second then return false end
    local latin = first <= 0xC8 or (first == 0xC9 and second <= 0x8F) or (first >= 0xCA and first <= 0xCC) or (first == 0xCD and second <= 0xAF)
      or (first == 0xE1 and second >= 0xB8 and second <= 0xBB) or (first == 0xE2 and second <= 0x81)
    if not latin then return false end
  end
  return true
end

-- `name:latin` and the languages are written only where they differ from `name`: the style falls back to it.
local function write_names(object)
  local name = object:Find("name")
  local english = object:Find("name:en")
  if english == "" then english = object:Find("int_name") end
  local shown = name ~= "" and name or english
  if shown == "" then return false end
  object:Attribute("name", shown)
  if english ~= "" and english ~= shown then object:Attribute("name:en", english) end
  if not is_latin(shown) then
    for _, key in ipairs({ "name:latin", "int_name", "name:en" }) do
      local latin = object:Find(key)
      if latin ~= "" and is_latin(latin) then object:Attribute("name:latin", latin) break end
    end
  end
  for _, key in ipairs({ "name:zh", "name:zh-Hant" }) do
    local translated = object:Find(key)
    if translated ~= "" and translated ~= shown then object:Attribute(key, translated) end
  end
  return true
end

local function has_name(object) return object:Find("name") ~= "" or object:Find("name:en") ~= "" end

local function number(text) return tonumber((text:gsub(",", "."):match("^%s*(-?[%d.]+)"))) end

-- An area's first zoom: where it covers about `pixels` square pixels.
local function zoom_by_area(way, pixels, first)
  local zoom = 14 - math.floor(math.log(math.max(way:Area(), 1) / pixels / 22) / math.log(4))
  way:MinZoom(math.max(first, math.min(14, zoom)))
end

local function brunnel(way)
  local bridge, tunnel = way:Find("bridge"), way:Find("tunnel")
  if bridge ~= "" and bridge ~= "no" then return "bridge" end
  if tunnel ~= "" and tunnel ~= "no" and tunnel ~= "building_passage" then return "tunnel" end
  if way:Find("covered") == "yes" and way:Find("layer"):sub(1, 1) == "-" then return "tunnel" end
  return way:Find("ford") == "yes" and "ford" or nil
end

local function write_brunnel(way)
  local kind = brunnel(way)
  if kind then way:Attribute("brunnel", kind) end
end

function init_function() end
function exit_function() end

-- Places

local function place_rank(kind, node)
  local capital = node:Find("capital")
  local population = number(node:Find("population")) or 0
  local base = ({ city = 1, town = 4, village = 8, suburb = 6, quarter = 9 })[kind] or 12
  local size = population >= 1000000 and -1 or population >= 100000 and 0 or population >= 20000 and 1 or population >= 8000 and 2 or 3
  if capital == "yes" or capital == "2" then return 1 end
  return math.max(1, base + size)
end

local function write_place(object, kind)
  local from = PLACE_ZOOM[kind]
  if not from or not has_name(object) then return end
  object:Attribute("class", kind)
  object:MinZoom(from)
  local rank = place_rank(kind, object)
  object:AttributeNumeric("rank", rank)
  if object:Find("capital") == "yes" then object:AttributeNumeric("capital", 2) end
  write_names(object)
end

function node_function(node)
  local place, natural = node:Find("place"), node:Find("natural")
  if place == "sea" then
    node:Layer("water_name", false)
    node:Attribute("class", "sea")
    node:MinZoom(6)
    write_names(node)
  elseif PLACE_ZOOM[place] and has_name(node) then
    node:Layer("place", false)
    write_place(node, place)
  end
  if (natural == "bay" or natural == "strait") and has_name(node) then
    node:Layer("water_name", false)
    node:Attribute("class", natural)
    node:MinZoom(12)
    write_names(node)
  elseif (natural == "peak" or natural == "volcano") and has_name(node) then
    node:Layer("mountain_peak", false)
    node:Attribute("class", natural)
    local height = number(node:Find("ele"))
    if height then node:AttributeNumeric("ele", math.floor(height + .5)) end
    node:MinZoom(12)
    write_names(node)
  end
  if node:Find("aeroway") == "aerodrome" and node:Find("iata") ~= "" then
    node:Layer("aerodrome_label", false)
    node:Attribute("iata", node:Find("iata"))
    node:MinZoom(10)
    write_names(node)
  end
end

-- Limits: read from the relations, drawn from their ways; the lowest level wins.

function relation_scan_function(relation)
  if relation:Find("type") == "boundary" and relation:Find("boundary") == "administrative" then relation:Accept() end
end

local function write_boundary(way)
  local lowest
  while true do
    local relation = way:NextRelation()
    if not relation then break end
    local level = number(way:FindInRelation("admin_level"))
    if level and (not lowest or level < lowest) then lowest = level end
  end
  if not lowest or lowest > 8 or way:Find("natural") == "coastline" then return end
  way:Layer("boundary", false)
  way:AttributeNumeric("admin_level", lowest)
  if way:Find("maritime") == "yes" then way:AttributeNumeric("maritime", 1) end
  if way:Find("disputed") == "yes" then way:AttributeNumeric("disputed", 1) end
  way:MinZoom(lowest <= 2 and 0 or lowest <= 4 and 4 or 10)
end

-- Ways

local function write_road(way, highway, closed)
  local ramp = highway:match("^(.-)_link$")
  local road = ROADS[ramp or highway]
  if not road then return end
  if way:Find("area") == "yes" or (closed and highway == "pedestrian" and way:Find("area") ~= "no" and way:Find("area:highway") == "" and way:Find("junction") == "") then
    if not closed then return end
    way:Layer("transportation", true)
    way:Attribute("class", road.class)
    if road.class == "path" then way:Attribute("subclass", highway) end
    zoom_by_area(way, 12, 13)
    return
  end
  local service = way:Find("service")
  local private = highway == "service" and (service == "parking_aisle" or service == "driveway")
  local footpath = way:Find("footway")
  if footpath == "crossing" then return end
  way:Layer("transportation", false)
  way:Attribute("class", road.class)
  if road.class == "path" then way:Attribute("subclass", highway) end
  if ramp then way:AttributeNumeric("ramp", 1) end
  if private then way:Attribute("service", service) end
  write_brunnel(way)
  way:MinZoom((private or footpath == "sidewalk") and 14 or road.from + (ramp and 2 or 0))
  local layer = number(way:Find("layer")) or 0
  way:ZOrder(math.max(-100, math.min(100, math.floor(layer) * 12 + road.order)))
  if has_name(way) then
    way:Layer("transportation_name", false)
    way:Attribute("class", road.class)
    if road.class == "path" then way:Attribute("subclass", highway) end
    way:MinZoom(road.name)
    write_names(way)
  end
end

local function write_rail(way, railway)
  local class = RAILS[railway]
  if not class then return end
  way:Layer("transportation", false)
  way:Attribute("class", class)
  way:Attribute("subclass", railway)
  local service = way:Find("service")
  if service ~= "" then way:Attribute("service", service) end
  write_brunnel(way)
  way:MinZoom(service ~= "" and 13 or class == "rail" and 8 or 11)
end

local function write_water(way, closed)
  local natural, waterway, landuse = way:Find("natural"), way:Find("waterway"), way:Find("landuse")
  local class
  if way:Find("leisure") == "swimming_pool" then class = "swimming_pool"
  elseif waterway == "dock" then class = "dock"
  elseif waterway == "riverbank" then class = "river"
  elseif landuse == "reservoir" or landuse == "basin" or landuse == "salt_pond" then class = "lake"
  elseif natural == "water" then
    local kind = way:Find("water")
    class = (kind == "river" or kind == "canal" or kind == "stream") and "river" or kind == "basin" and "lake" or "lake"
  end
  if class and closed then
    if way:Find("covered") == "yes" or way:Find("location") == "underground" then return true end
    way:Layer("water", true)
    way:Attribute("class", class)
    if way:Find("intermittent") == "yes" or way:Find("seasonal") == "yes" then way:AttributeNumeric("intermittent", 1) end
    write_brunnel(way)
    if class == "swimming_pool" then way:MinZoom(14) else zoom_by_area(way, 6, 5) end
    if class ~= "swimming_pool" and has_name(way) then
      way:LayerAsCentroid("water_name")
      way:Attribute("class", "lake")
      zoom_by_area(way, 2000, 8)
      write_names(way)
    end
    return true
  end
  if waterway == "river" or waterway == "canal" or waterway == "stream" or waterway == "drain" or waterway == "ditch" then
    if closed and waterway == "canal" then return false end
    way:Layer("waterway", false)
    way:Attribute("class", waterway)
    if way:Find("intermittent") == "yes" or way:Find("seasonal") == "yes" then way:AttributeNumeric("intermittent", 1) end
    write_brunnel(way)
    if NAMED_WATERWAYS[waterway] and has_name(way) then write_names(way) end
    way:MinZoom(NAMED_WATERWAYS[waterway] and 8 or waterway == "stream" and 12 or 13)
    return true
  end
  if (natural == "bay" or natural == "strait") and closed and has_name(way) then
    way:LayerAsCentroid("water_name")
    way:Attribute("class", natural)
    zoom_by_area(way, 1500, 9)
    write_names(way)
  end
  return false
end

local function write_area(way)
  for _, key in ipairs({ "natural", "leisure", "landuse" }) do
    local class = LANDCOVER[key][way:Find(key)]
    if class then
      way:Layer("landcover", true)
      way:Attribute("class", class)
      if class ~= "farmland" then way:Attribute("subclass", way:Find(key)) end
      zoom_by_area(way, 30, class == "farmland" and 9 or 8)
      if (way:Find("leisure") == "park" or way:Find("leisure") == "garden") and has_name(way) and way:Area() > 800 then
        way:LayerAsCentroid("park")
        way:Attribute("class", "public_park")
        zoom_by_area(way, 2200, 11)
        write_names(way)
      end
      return
    end
  end
  for _, key in ipairs({ "landuse", "amenity", "leisure", "tourism" }) do
    local class = LANDUSE[key][way:Find(key)]
    if class then
      way:Layer("landuse", true)
      way:Attribute("class", class)
      zoom_by_area(way, 30, class == "residential" and 7 or 9)
      return
    end
  end
end

function way_function(way)
  local highway, railway = way:Find("highway"), way:Find("railway")
  local closed = way:IsClosed()

  write_boundary(way)

  if highway ~= "" then write_road(way, highway, closed) end
  if railway ~= "" then write_rail(way, railway) end
  if way:Find("route") == "ferry" then
    way:Layer("transportation", false)
    way:Attribute("class", "ferry")
    way:MinZoom(9)
  end
  local built = way:Find("man_made")
  if built == "pier" or built == "breakwater" or built == "groyne" then
    way:Layer("transportation", closed)
    way:Attribute("class", "pier")
    way:MinZoom(12)
  end
  if way:Find("aeroway") == "aerodrome" and closed and way:Find("iata") ~= "" then
    way:LayerAsCentroid("aerodrome_label")
    way:Attribute("iata", way:Find("iata"))
    way:MinZoom(10)
    write_names(way)
  end
  local aeroway = way:Find("aeroway")
  if AEROWAYS[aeroway] and (closed or aeroway == "runway" or aeroway == "taxiway") then
    way:Layer("aeroway", closed)
    way:Attribute("class", aeroway)
    way:MinZoom(aeroway == "aerodrome" and 9 or 10)
  end
  if write_water(way, closed) or not closed then return end

  local building = way:Find("building")
  if building ~= "" and building ~= "no" then
    way:Layer("building", true)
    way:MinZoom(way:Area() > 1500 and 13 or 14)
  end
  local boundary, leisure = way:Find("boundary"), way:Find("leisure")
  local reserve = leisure == "nature_reserve" and "nature_reserve" or (boundary == "national_park" or boundary == "protected_area") and boundary
  if reserve then
    way:Layer("park", true)
    way:Attribute("class", reserve)
    zoom_by_area(way, 100, 8)
  end
  local place = way:Find("place")
  if (place == "island" or place == "islet") and has_name(way) then
    way:LayerAsCentroid("place")
    way:Attribute("class", place)
    zoom_by_area(way, 400, 8)
    write_names(way)
  end
  write_area(way)
end
