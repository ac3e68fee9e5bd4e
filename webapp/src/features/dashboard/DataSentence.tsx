import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { SentenceTerm } from '../../design/TermInfo';
import { type DateRanges, dataStateOf } from './viewpoint/viewpoint';

/** How far the data is definitive and how far it is provisional, always on screen. */
export function DataSentence({ ranges }: { ranges: DateRanges }) {
  const t = useT();
  const formats = useFormats();
  const { definitiveTo, provisionalTo, provisionalBefore } = dataStateOf(ranges);
  const day = (date: string) => formats.day(date, 'medium');
  // The year of the second date goes without saying when it is that of the first.
  const later = (date: string) =>
    date.slice(0, 4) === definitiveTo?.slice(0, 4) ? formats.day(date, 'short') : day(date);
  const parts = [
    definitiveTo && t('dashboard.data.definitive', { date: day(definitiveTo) }),
    provisionalTo &&
      t(definitiveTo ? 'dashboard.data.thenProvisional' : 'dashboard.data.provisional', { date: later(provisionalTo) }),
    provisionalBefore > 0 && t('dashboard.data.provisionalBefore', { smart_count: provisionalBefore }),
  ].filter(Boolean);
  return (
    <>
      {parts.join(' · ')}
      <SentenceTerm of={provisionalTo ? 'provisional' : 'definitive'} />
    </>
  );
}
