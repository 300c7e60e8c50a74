-- Fills a store of version 1.0.0, whose schema is frozen: 1 000 groups, 100 000 locations in these groups,
-- and 900 paths of 1 000 waypoints each. With those of the locations, there are a million waypoints.
PRAGMA journal_mode = WAL;
PRAGMA synchronous = OFF;
BEGIN IMMEDIATE;
UPDATE _sd_state SET entry = NULL;
DELETE FROM Location;
DELETE FROM Path;
DELETE FROM Waypoint;
DELETE FROM AnnotationGroup;
DELETE FROM _sd_journal_range;
DELETE FROM _sd_journal;

WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000)
INSERT INTO AnnotationGroup (_sd_id, name, notes, created)
SELECT n, 'Trip ' || n, 'A few days out.', n * 86400.0 FROM number;

WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 900)
INSERT INTO Path (_sd_id, name, notes, symbol, colour, created, "group")
SELECT n, 'Day ' || n, '', NULL, '#cc3311', n * 86400.0, 1 + n % 1000 FROM number;

WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000000)
INSERT INTO Waypoint (_sd_id, latitude, longitude, elevation, timestamp, "index", path)
SELECT n, 45.0 + n % 30011 / 10003.0, 6.0 + n % 40009 / 10007.0, 500.0 + n % 3001 / 2.0,
  CASE WHEN n > 100000 THEN 8.0e8 + n END,
  CASE WHEN n > 100000 THEN (1 + (n - 100001) % 1000) * 1024 ELSE 0 END,
  CASE WHEN n > 100000 THEN 1 + (n - 100001) / 1000 END
FROM number;

WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 100000)
INSERT INTO Location (_sd_id, name, notes, symbol, colour, created, "group", waypoint)
SELECT n, 'Place ' || n, 'Water, no shade.', 'flag', NULL, n * 60.0, 1 + n % 1000, n FROM number;

UPDATE _sd_key SET next = CASE entity
  WHEN 'AnnotationGroup' THEN 1001 WHEN 'Path' THEN 901
  WHEN 'Waypoint' THEN 1000001 WHEN 'Location' THEN 100001 ELSE next END;
COMMIT;
PRAGMA wal_checkpoint(TRUNCATE);
