-- +goose Up
-- What searches look into, so that they read nothing else of the records that do not contain the text.
CREATE INDEX events_search ON events (instance_id, lower(name));
CREATE INDEX event_spawns_search ON event_spawns (instance_id, lower(name));
CREATE INDEX effect_areas_search ON effect_areas (instance_id, lower(area_name));
CREATE INDEX messages_search ON messages (instance_id, lower(text));
CREATE INDEX player_lists_search ON player_lists (instance_id, lower(name));
CREATE INDEX player_spawns_search ON player_spawns (instance_id, lower(comment), lower(group_name));
CREATE INDEX random_presets_search ON random_presets (instance_id, lower(name));
CREATE INDEX trader_categories_search ON trader_categories (instance_id, lower(name));
CREATE INDEX trader_sellers_search ON trader_sellers (instance_id, lower(name));
CREATE INDEX type_presets_search ON type_presets (instance_id, lower(title));
CREATE INDEX instance_classnames_search ON instance_classnames (instance_id, lower(name), lower(display_name));
CREATE INDEX expansion_market_categories_search ON expansion_market_categories (instance_id, lower(name), lower(display_name));
CREATE INDEX recipes_search ON recipes (instance_id, lower(name));
CREATE INDEX classnames_search ON classnames (lower(name), lower(display_name));

-- Searches among class names look for what is about them.
DROP INDEX types_instance_classname_id;
CREATE INDEX types_instance_classname_id ON types (instance_classname_id, instance_id);
DROP INDEX spawnable_types_instance_classname_id;
CREATE INDEX spawnable_types_instance_classname_id ON spawnable_types (instance_classname_id, instance_id);
DROP INDEX trader_items_instance_classname_id;
CREATE INDEX trader_items_instance_classname_id ON trader_items (instance_classname_id, instance_id);
DROP INDEX trader_currencies_instance_classname_id;
CREATE INDEX trader_currencies_instance_classname_id ON trader_currencies (instance_classname_id, instance_id);

-- +goose Down
DROP INDEX trader_currencies_instance_classname_id;
CREATE INDEX trader_currencies_instance_classname_id ON trader_currencies (instance_classname_id);
DROP INDEX trader_items_instance_classname_id;
CREATE INDEX trader_items_instance_classname_id ON trader_items (instance_classname_id);
DROP INDEX spawnable_types_instance_classname_id;
CREATE INDEX spawnable_types_instance_classname_id ON spawnable_types (instance_classname_id);
DROP INDEX types_instance_classname_id;
CREATE INDEX types_instance_classname_id ON types (instance_classname_id);
DROP INDEX classnames_search;
DROP INDEX recipes_search;
DROP INDEX expansion_market_categories_search;
DROP INDEX instance_classnames_search;
DROP INDEX type_presets_search;
DROP INDEX trader_sellers_search;
DROP INDEX trader_categories_search;
DROP INDEX random_presets_search;
DROP INDEX player_spawns_search;
DROP INDEX player_lists_search;
DROP INDEX messages_search;
DROP INDEX effect_areas_search;
DROP INDEX event_spawns_search;
DROP INDEX events_search;
