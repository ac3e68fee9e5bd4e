import Box from '@mui/material/Box';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { KeyType } from '../key';
import { examples, surplusOf } from './examples';

const width = 208;
const height = 98;
const top = 4;
const ground = 74;
const most = 40;
const bar = 34;
/** Two producers have two tints; all together one. */
const fills = ['Autoconso', 'Prod'] as const;

/** One step shared by a method: frames are what four sites consume, fillings what each receives. */
export function MethodPicture({ type }: { type: KeyType }) {
  const t = useT();
  const formats = useFormats();
  const sites = examples[type];
  const gap = (width - sites.length * bar) / sites.length;
  const scale = (ground - top) / most;
  const text = sites
    .map(({ consumption, received }) =>
      t('allocation.example.site', {
        consumption: formats.number(consumption),
        received: formats.number(
          received.reduce((sum, kWh) => sum + kWh, 0),
          0,
          1,
        ),
      }),
    )
    .join(' ; ');
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('allocation.example.label', { sites: text, surplus: formats.number(surplusOf(type), 0, 1) })}
      sx={{ width: '100%', maxWidth: 240, height: 'auto', display: 'block' }}
    >
      {sites.map(({ consumption, received, parameter }, index) => {
        const x = gap / 2 + index * (bar + gap);
        let y = ground;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sites of the example never move
          <g key={index}>
            {received.map((kWh, producer) => {
              y -= kWh * scale;
              const fill = fills[producer] ?? 'Autoconso';
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do its producers
              return <Bar key={producer} x={x} y={y} height={kWh * scale} fill={fill} />;
            })}
            <Box
              component="rect"
              x={x}
              y={ground - consumption * scale}
              width={bar}
              height={consumption * scale}
              rx={2}
              sx={{ fill: 'none', stroke: (theme) => theme.vars?.palette.nature.Conso, strokeWidth: 1.5 }}
            />
            {parameter && (
              <Box
                component="text"
                x={x + bar / 2}
                y={ground + 6}
                dominantBaseline="hanging"
                textAnchor="middle"
                sx={{
                  fill: (theme) => theme.vars?.palette.text.secondary,
                  fontSize: { xs: 19, sm: 11.5 },
                  fontWeight: 600,
                }}
              >
                {parameter}
              </Box>
            )}
          </g>
        );
      })}
    </Box>
  );
}

function Bar(props: { x: number; y: number; height: number; fill: (typeof fills)[number] }) {
  const { x, y, height: tall, fill } = props;
  return (
    <Box
      component="rect"
      x={x}
      y={y}
      width={bar}
      height={tall}
      sx={{ fill: (theme) => theme.vars?.palette.nature[fill] }}
    />
  );
}
