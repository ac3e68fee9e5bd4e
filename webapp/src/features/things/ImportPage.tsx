import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { ThingPage } from '../../design/ThingPage';
import { ImportBody } from '../curveImport/ImportBody';
import { HistoryCard } from './history/HistoryCard';
import { Part } from './parts/Part';
import { useImport } from './queries';

/** One import of curves: its files, how they were read, what they changed, and its undoing. */
export function ImportPage() {
  const { id = '' } = useParams();
  return <OneImport key={id} importId={id} />;
}

function OneImport({ importId }: { importId: string }) {
  const t = useT();
  const formats = useFormats();
  const read = useImport(useOperation().id, importId);
  const shown = read.data;
  return (
    <ThingPage
      state={read}
      list={{ label: t('curveImport.title'), path: 'imports' }}
      title={
        shown ? t('curveImport.details.title', { date: formats.instant(shown.createdAt) }) : t('pages.kind.import')
      }
      subtitle={shown?.files.map(({ name }) => name).join(', ')}
    >
      {shown && (
        <>
          <Part title={t('pages.import.content')}>
            <ImportBody shown={shown} />
          </Part>
          <HistoryCard kind="curveImport" id={shown.id} />
        </>
      )}
    </ThingPage>
  );
}
