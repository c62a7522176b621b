-- +goose Up
-- Well-known maps, with the world's edge length in metres and the mission folder that its server files usually bring.
INSERT INTO maps (sid, name, name_short, url, mission, world_size, is_modded) VALUES
    ('ZEzqYMtGEG', 'Chernarus', 'chernarusplus', '', 'dayzOffline.chernarusplus', 15360, 0),
    ('EYjW1yG45k', 'Livonia', 'enoch', '', 'dayzOffline.enoch', 12800, 0),
    ('QV6b4Zp5uP', 'Sakhal', 'sakhal', '', 'dayzOffline.sakhal', 15360, 0),
    ('MHOfq7IRV2', 'Namalsk', 'namalsk', '', 'regular.namalsk', 12800, 1),
    ('1fOt1x8sCc', 'Deer Isle', 'deerisle', '', 'empty.deerisle', 16384, 1),
    ('Tn9CVH0J8Y', 'Banov', 'banov', '', 'empty.banov', 15360, 1),
    ('6YbG2sH1Wu', 'Esseker', 'esseker', '', 'dayzOffline.esseker', 12800, 1),
    ('9JREnhPezG', 'Takistan Plus', 'takistanplus', '', 'dayzOffline.takistanplus', 12800, 1),
    ('XAiKDiSuhx', 'Rostow', 'rostow', '', 'Offline.rostow', 14336, 1),
    ('4A9CO1ylzJ', 'Alteria', 'alteria', '', 'empty.alteria', 8192, 1),
    ('t8arkXMNZc', 'Pripyat', 'pripyat', '', 'empty.pripyat', 20480, 1),
    ('JL7HXs7jxg', 'Chiemsee', 'chiemsee', '', 'dayzOffline.chiemsee', 10240, 1),
    ('e4nTZ5hjui', 'Valning', 'valning', '', 'dayzOffline.valning', 10240, 1),
    ('Hl915MCrpn', 'Iztek', 'iztek', '', 'offline.iztek', 8192, 1),
    ('4bdHBP4Rww', 'Melkart', 'melkart', '', 'dayzOffline.melkart', 20480, 1),
    ('dV5nv2jJkm', 'Hashima Islands', 'hashima', '', 'empty.hashima', 5120, 1);

-- The names of the vanilla cfglimitsdefinition.xml files.
INSERT INTO categories (sid, name, created_at, updated_at) VALUES
    ('UlO4Im4h58', 'tools', 1767225600000000, 1767225600000000),
    ('7rtwr4MFW7', 'containers', 1767225600000000, 1767225600000000),
    ('BVsG3Im4SA', 'clothes', 1767225600000000, 1767225600000000),
    ('FExy09h4zZ', 'lootdispatch', 1767225600000000, 1767225600000000),
    ('lxbvzrPWnk', 'food', 1767225600000000, 1767225600000000),
    ('pPSWTcJ52g', 'weapons', 1767225600000000, 1767225600000000),
    ('BENoqQiAg4', 'books', 1767225600000000, 1767225600000000),
    ('m12rJ0uG6r', 'explosives', 1767225600000000, 1767225600000000);
INSERT INTO type_tags (sid, name) VALUES
    ('XWeFfBwfW4', 'floor'),
    ('ixl1Q6Ex68', 'shelves'),
    ('aeOuCEEQx2', 'ground');
INSERT INTO type_usages (sid, name) VALUES
    ('6XcBEFpmsb', 'Military'),
    ('YmX6RVGFwo', 'Police'),
    ('UkYoXyi5L5', 'Medic'),
    ('KwFS6tvXG9', 'Firefighter'),
    ('AvFRs04MnZ', 'Industrial'),
    ('FKtSTDepW9', 'Farm'),
    ('nIgpWfoLqg', 'Coast'),
    ('Xh9rLNzp4o', 'Town'),
    ('0DsHOcQBsR', 'Village'),
    ('WoU9nPiiHC', 'Hunting'),
    ('fO8LkXTyld', 'Office'),
    ('CrHAZrCBlc', 'School'),
    ('xTHsU3mUBw', 'Prison'),
    ('kYXdGrHWoR', 'Lunapark'),
    ('ZBW7QfAjXh', 'SeasonalEvent'),
    ('vdpVeEPKUz', 'ContaminatedArea'),
    ('1FPuMQGoCp', 'Historical'),
    ('Rqdkmwxlht', 'Special'),
    ('mrNipFhKeP', 'Underground');
INSERT INTO type_values (sid, name) VALUES
    ('G89JpjJGyE', 'Tier1'),
    ('6CwXyvQBNE', 'Tier2'),
    ('TftmIE2F9C', 'Tier3'),
    ('YlKehDlwNr', 'Tier4'),
    ('G07NOJs4Z7', 'Unique');

-- +goose Down
DELETE FROM type_values WHERE user_id IS NULL;
DELETE FROM type_usages WHERE user_id IS NULL;
DELETE FROM type_tags WHERE user_id IS NULL;
DELETE FROM categories WHERE user_id IS NULL;
DELETE FROM maps;
