import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import { useT } from '@openpmo/ui/i18n/context';
import { useEffect, useRef } from 'react';
import type { MonthLine } from '../queries';
import { Drawing } from './drawing';

interface OperationMapProps {
  lines: readonly MonthLine[];
  height: number | string;
}

/** The operations where they are. The list beside it says the same, and is what the keyboard reads. */
export function OperationMap({ lines, height }: OperationMapProps) {
  const t = useT();
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing>(null);
  const words = useRef({
    zoomIn: t('operations.map.zoomIn'),
    zoomOut: t('operations.map.zoomOut'),
    data: t('operations.map.data'),
  });
  useEffect(() => {
    if (!host.current) return;
    const made = new Drawing(host.current, words.current);
    drawing.current = made;
    made.drawGround().catch(() => {}); // the places stand without it
    const sizes = new ResizeObserver(() => made.fit());
    sizes.observe(host.current);
    return () => {
      sizes.disconnect();
      made.remove();
      drawing.current = null;
    };
  }, []);
  useEffect(() => {
    // The most urgent are drawn last, over others at the same place.
    drawing.current?.mark(lines.flatMap(placeOf).reverse(), lookAt);
  }, [lines]);
  return (
    <Box
      ref={host}
      component="section"
      aria-label={t('operations.map.label')}
      className="no-print"
      sx={[{ height, borderRadius: 1, zIndex: 0, isolation: 'isolate' }, looks]}
    />
  );
}

function placeOf({ operationId, operationName, latitude, longitude, urgency }: MonthLine) {
  if (latitude === undefined || longitude === undefined) return [];
  return [
    { id: operationId, name: operationName, at: [latitude, longitude] as [number, number], className: `is-${urgency}` },
  ];
}

/** Leads from the map to the line of the list. */
function lookAt(id: string) {
  const line = document.getElementById(`operation-${id}`);
  line?.scrollIntoView({ block: 'center' });
  line?.querySelector('a')?.focus();
}

const looks = (theme: Theme) => {
  const { palette } = theme.vars ?? theme;
  return {
    '&.leaflet-container': { bgcolor: 'action.hover', fontFamily: 'inherit', fontSize: '0.75rem' },
    '& .ground-own': { fill: palette.background.paper, fillOpacity: 1, stroke: palette.text.disabled },
    '& .ground-around': { fill: palette.background.default, fillOpacity: 1, stroke: palette.divider },
    '& .place': { fillOpacity: 1, stroke: palette.background.paper, fill: palette.text.secondary },
    '& .is-LATE, & .is-BLOCKED': { fill: palette.error.main },
    '& .is-DUE': { fill: palette.warning.main },
    '& .is-TODO': { fill: palette.primary.main },
    '& .is-DONE': { fill: palette.success.main },
    '& .town': { pointerEvents: 'none' },
    '& .town::before': {
      content: '""',
      position: 'absolute',
      width: 4,
      height: 4,
      borderRadius: '50%',
      bgcolor: 'text.secondary',
    },
    '& .town span': {
      position: 'absolute',
      left: 8,
      top: -7,
      whiteSpace: 'nowrap',
      color: palette.text.secondary,
      fontSize: '0.6875rem',
    },
    '& .town-2': { display: 'none' },
    '&.is-near .town-2': { display: 'block' },
    '& .leaflet-bar a': {
      bgcolor: 'background.paper',
      color: 'text.primary',
      borderColor: 'divider',
      '&.leaflet-disabled': { color: 'text.disabled' },
      '@media (pointer: coarse)': { width: 44, height: 44, lineHeight: '44px' },
    },
    '&.leaflet-container .leaflet-control-attribution': { bgcolor: 'background.paper', color: 'text.secondary' },
    '& .leaflet-tooltip': { bgcolor: 'background.paper', color: 'text.primary', borderColor: 'divider' },
    '& .leaflet-tooltip-top::before': { borderTopColor: palette.background.paper },
  };
};
