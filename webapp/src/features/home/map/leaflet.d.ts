/** What the map of home takes of Leaflet 1.9. */
declare module 'leaflet/dist/leaflet-src.esm.js' {
  type LatLng = [number, number];
  interface Layer {
    addTo(to: LeafletMap | LayerGroup): this;
    bindTooltip(content: HTMLElement, options?: { direction?: string; offset?: [number, number] }): this;
    on(event: string, handler: () => void): this;
  }
  interface LayerGroup extends Layer {
    clearLayers(): this;
  }
  interface LeafletMap {
    fitBounds(bounds: LatLng[], options?: { padding?: [number, number]; maxZoom?: number; animate?: boolean }): this;
    getZoom(): number;
    getContainer(): HTMLElement;
    on(event: string, handler: () => void): this;
    remove(): this;
    invalidateSize(): this;
    attributionControl: { setPrefix(prefix: false): void; addAttribution(text: string): void };
  }
  export function map(host: HTMLElement, options: object): LeafletMap;
  export function layerGroup(): LayerGroup;
  export function polygon(rings: LatLng[], options: object): Layer;
  export function circleMarker(at: LatLng, options: object): Layer;
  export function marker(at: LatLng, options: object): Layer;
  export function divIcon(options: { html: HTMLElement; className: string; iconSize: [number, number] }): object;
  export const control: {
    zoom(options: { zoomInTitle: string; zoomOutTitle: string }): { addTo(map: LeafletMap): void };
  };
}
