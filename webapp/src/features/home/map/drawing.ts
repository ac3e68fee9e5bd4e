import 'leaflet/dist/leaflet.css';
import {
  circleMarker,
  control,
  divIcon,
  type LayerGroup,
  type LeafletMap,
  layerGroup,
  map,
  marker,
  polygon,
} from 'leaflet/dist/leaflet-src.esm.js';
import ground from './ground.json?url';
import towns from './towns.json';

type Point = [number, number];

/** A place on the map: its class says how it is coloured. */
export interface Place {
  id: string;
  name: string;
  at: Point;
  className: string;
}

interface Words {
  zoomIn: string;
  zoomOut: string;
  data: string;
}

/** France as a whole, for a map without places. */
const everything: Point[] = [
  [51.2, -4.9],
  [42.3, 8.3],
];
/** From this zoom on smaller towns are named. */
const near = 7;

/** A map drawn from the bundle: no server but our own is asked for anything. */
export class Drawing {
  private readonly map: LeafletMap;
  private readonly places: LayerGroup = layerGroup();
  private framed = '';

  constructor(host: HTMLElement, words: Words) {
    this.map = map(host, { zoomControl: false, minZoom: 4, maxZoom: 10, zoomSnap: 0.5, scrollWheelZoom: false });
    this.map.attributionControl.setPrefix(false);
    this.map.attributionControl.addAttribution(words.data);
    control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(this.map);
    this.map.on('zoomend', () => host.classList.toggle('is-near', this.map.getZoom() >= near));
    this.map.fitBounds(everything, { animate: false });
    this.nameTowns();
    this.places.addTo(this.map);
  }

  /** Draws the countries; they come after the frame, so that the page does not wait for them. */
  async drawGround(): Promise<void> {
    const reply = await fetch(ground);
    const { own, around }: { own: number[][]; around: number[][] } = await reply.json();
    if (!this.map.getContainer().isConnected) return;
    for (const [rings, className] of [
      [around, 'ground-around'],
      [own, 'ground-own'],
    ] as const) {
      for (const ring of rings) polygon(pointsOf(ring), { className, weight: 1, interactive: false }).addTo(this.map);
    }
    this.places.clearLayers();
    this.mark(this.marked, this.chosen);
  }

  private marked: readonly Place[] = [];
  private chosen: (id: string) => void = () => {};

  /** Marks places, and shows all of them when they are others than before. */
  mark(places: readonly Place[], onChoose: (id: string) => void): void {
    this.marked = places;
    this.chosen = onChoose;
    this.places.clearLayers();
    for (const { id, name, at, className } of places) {
      const words = document.createElement('span');
      words.textContent = name;
      circleMarker(at, { radius: 8, weight: 2, className: `place ${className}` })
        .bindTooltip(words, { direction: 'top', offset: [0, -6] })
        .on('click', () => onChoose(id))
        .addTo(this.places);
    }
    const frame = JSON.stringify(places.map(({ at }) => at).sort());
    if (frame === this.framed) return;
    this.framed = frame;
    const points = places.map(({ at }) => at);
    this.map.fitBounds(points.length > 0 ? points : everything, { padding: [36, 36], maxZoom: 7, animate: false });
  }

  /** The place of the map has another size. */
  fit(): void {
    this.map.invalidateSize();
  }

  remove(): void {
    this.map.remove();
  }

  private nameTowns(): void {
    for (const [latitude, longitude, name, rank] of towns as [number, number, string, number][]) {
      const html = document.createElement('span');
      html.textContent = name;
      const icon = divIcon({ html, className: `town town-${rank}`, iconSize: [6, 6] });
      marker([latitude, longitude], { icon, interactive: false, keyboard: false }).addTo(this.map);
    }
  }
}

/** A ring of the file: latitudes and longitudes by turns, in hundredths of a degree. */
function pointsOf(ring: readonly number[]): Point[] {
  const points: Point[] = [];
  for (let at = 0; at + 1 < ring.length; at += 2) points.push([(ring[at] ?? 0) / 100, (ring[at + 1] ?? 0) / 100]);
  return points;
}
