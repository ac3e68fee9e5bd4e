import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { ChartCard, lineRoom, type ViewState } from '../../../design/ChartCard';
import { EmptyState } from '../../../design/EmptyState';
import { type Bar, HorizontalBars } from '../../../design/HorizontalBars';
import { NatureLegend } from '../../../design/NatureLegend';
import type { RankedLine } from './ranking';

interface RankingCardProps {
  title: string;
  state: ViewState;
  lines: readonly RankedLine[] | undefined;
  /** How many lines there will be, as far as that is known. */
  expected: number;
  table: ReactNode;
  note?: string;
}

/** A bar with its words and the gap to the next one; the last one has no gap. */
const [lineHeight, gap] = [40, 12];

/** Who had how much, longest bar first, the rest as one line. */
export function RankingCard({ title, state, lines, expected, table, note }: RankingCardProps) {
  const t = useT();
  const bars = useBars(lines ?? []);
  const natures = [...new Set(bars.flatMap((bar) => bar.segments.map(({ nature }) => nature)))];
  return (
    <ChartCard
      title={title}
      state={state}
      height={72}
      room={state.isPending ? lineHeight * expected - gap + 2 * lineRoom : 72}
      empty={
        lines?.length === 0 && (
          <EmptyState kind="none" title={t('dashboard.ranking.empty')} advice={t('dashboard.ranking.emptyAdvice')} />
        )
      }
      legend={<NatureLegend natures={natures} />}
      graph={<HorizontalBars label={title} bars={bars} />}
      table={table}
      {...(note ? { note } : {})}
    />
  );
}

function useBars(lines: readonly RankedLine[]): Bar[] {
  const t = useT();
  const formats = useFormats();
  const name = useLineName();
  return lines.map((line) => ({
    id: line.id,
    name: name(line),
    segments: line.segments,
    text: line.milliWh === undefined ? t('formats.none') : formats.energy(line.milliWh),
    ...(line.rate === undefined ? {} : { note: formats.rate(line.rate) }),
  }));
}

/** The words for a line: its site, so many others together, or the surplus. */
export function useLineName(): (line: Pick<RankedLine, 'id' | 'name' | 'others'>) => string {
  const t = useT();
  return ({ id, name, others }) => {
    if (name !== undefined) return name;
    if (id === 'surplus') return t('enums.Nature.Surplus');
    return others ? t('dashboard.ranking.others', { smart_count: others }) : t('dashboard.ranking.unnamed');
  };
}
