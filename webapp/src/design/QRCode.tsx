import Box from '@mui/material/Box';

/** Light squares around a code, as the standard wants them. */
const margin = 4;

/** A QR code of rows of 1 (dark) and 0; always dark on white, whatever the colours of the page, so that it can be read. */
export function QRCode({ rows, label, width = 192 }: { rows: readonly string[]; label: string; width?: number }) {
  const size = rows.length + 2 * margin;
  const squares = rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        ({ 0: run, index }) => `M${index + margin} ${y + margin}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join('');
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      sx={{ width, height: width, maxWidth: '100%', borderRadius: 1 }}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares} fill="#000" />
    </Box>
  );
}
