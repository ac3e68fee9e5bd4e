// Draws the ground of the map of home from Natural Earth (public domain, by world-atlas):
//   npm run boundaries -w webapp
// France, Belgium and Luxembourg in detail, those around them roughly. Each country is its rings,
// each ring latitudes and longitudes by turns, in hundredths of a degree.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { feature } from 'topojson-client';

const atlas = (scale) =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`world-atlas/countries-${scale}.json`)), 'utf8'));
/** By their numbers of ISO 3166. */
const own = ['250', '056', '442'];
const around = [
  '724',
  '380',
  '756',
  '276',
  '528',
  '826',
  '040',
  '020',
  '372',
  '208',
  '620',
  '292',
  '833',
  '832',
  '831',
];
/** What of those around can be seen beside. */
const seen = ([longitude, latitude]) => longitude > -12 && longitude < 17 && latitude > 38 && latitude < 57;

function ringsOf({ geometry }) {
  return (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).flat();
}

function compact(ring) {
  const points = ring.map(([longitude, latitude]) => [Math.round(latitude * 100), Math.round(longitude * 100)]);
  return points.filter((point, at) => at === 0 || String(point) !== String(points[at - 1]));
}

const rings = (scale, ids, keep = () => true) => {
  const topology = atlas(scale);
  return feature(topology, topology.objects.countries)
    .features.filter(({ id }) => ids.includes(id))
    .flatMap(ringsOf)
    .filter((ring) => ring.some(keep))
    .map(compact)
    .filter((ring) => ring.length > 3)
    .map((ring) => ring.flat());
};

const ground = { own: rings('10m', own), around: rings('50m', around, seen) };
const file = fileURLToPath(new URL('src/features/home/map/ground.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(ground)}\n`);
console.log(`${file}: ${JSON.stringify(ground).length} bytes`);
