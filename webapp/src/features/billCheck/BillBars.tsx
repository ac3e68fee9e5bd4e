import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { type BarDatum, Bar as NivoBar } from '@nivo/bar';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { natureColours } from '@openpmo/ui/theme/natures';
import { neutrals } from '@openpmo/ui/theme/tokens';
import { useRef } from 'react';
import { useScheme } from '../../design/scheme';
import { useWidth } from '../../design/useWidth';
import { type Bill, type Part, parts } from './bills';

/** Two bills side by side on a sheet of paper with the form. */
const onPaper = 420;
const font = { fontFamily: '"Inter Variable", sans-serif', fontSize: 12 };

/** The two bills as bars of what they are made of. */
export function BillBars({ label, bills, height }: { label: string; bills: readonly Bill[]; height: number }) {
  const t = useT();
  const formats = useFormats();
  const scheme = useScheme();
  const host = useRef<HTMLDivElement>(null);
  const { width, paper } = useWidth(host, onPaper);
  const n = neutrals[scheme];
  const colours: Record<Part, string> = {
    supplier: natureColours[scheme].complement,
    local: natureColours[scheme].Autoconso,
    // As dark as words: greys of one lightness are told apart by nobody.
    fixed: n.text,
  };
  return (
    <Box ref={host} sx={{ height, minWidth: 0, overflow: 'hidden' }}>
      {width > 0 && (
        <NivoBar<BarDatum>
          key={String(paper)}
          width={width}
          height={height}
          data={bills.map((bill) => ({ ...bill }))}
          indexBy="id"
          keys={[...parts]}
          colors={({ id }) => colours[id as Part]}
          valueScale={{ type: 'linear', min: 'auto', max: 'auto', nice: true }}
          padding={0.4}
          innerPadding={1}
          borderRadius={1}
          margin={{ top: 8, right: 4, bottom: 28, left: 84 }}
          enableLabel={false}
          axisLeft={{ tickSize: 0, tickPadding: 8, tickValues: 5, format: (value) => formats.money(Number(value)) }}
          axisBottom={{
            tickSize: 0,
            tickPadding: 8,
            format: (id) => t(id === 'with' ? 'billCheck.bill.with' : 'billCheck.bill.without'),
          }}
          gridYValues={5}
          theme={{
            axis: { ticks: { text: { ...font, fill: n.textSecondary } } },
            grid: { line: { stroke: n.divider } },
          }}
          animate={false}
          role="img"
          ariaLabel={label}
          tooltip={({ id, value }) => (
            <Paper variant="outlined" sx={{ p: 1, boxShadow: 3, whiteSpace: 'nowrap', fontSize: '0.75rem' }}>
              {t(`billCheck.part.${id as Part}`)} <strong>{formats.money(value)}</strong>
            </Paper>
          )}
        />
      )}
    </Box>
  );
}
