import Add from '@mui/icons-material/Add';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { Can } from '../../design/Can';
import { Page } from '../../design/Page';
import { ParticipantsEmpty } from './ParticipantsEmpty';
import { ParticipantsList } from './ParticipantsList';
import { askParticipants, useObservers, useParticipants } from './queries';
import { countsOf, rowsIn, rowsOf, type Summary, summaryOf } from './rows';
import { useView } from './useView';
import { WithoutClient } from './WithoutClient';

export const askFirst = askParticipants;

// Forms and their rules are loaded when one is opened.
const ImportDialog = lazy(() => import('./import/ImportDialog').then((part) => ({ default: part.ImportDialog })));
const OpenSheet = lazy(() => import('./sheet/OpenSheet').then((part) => ({ default: part.OpenSheet })));

/** Who takes part in an operation, who observes it, and how far each folder is. */
export function ParticipantsPage() {
  const t = useT();
  const operation = useOperation();
  const readsContacts = useCan()('participant:readContact');
  const asked = useView();
  // An address may ask for the observers of somebody who may not know them.
  const view = asked.group === 'observers' && !readsContacts ? { ...asked, group: 'all' as const } : asked;
  const [importing, setImporting] = useState(false);
  const sites = useParticipants(operation.id);
  const observers = useObservers(operation.id, readsContacts);
  const rows = useMemo(() => rowsOf(sites.data ?? [], observers.data ?? []), [sites.data, observers.data]);
  const { group } = view;
  const { search } = view.address;
  const found = useMemo(() => rowsIn(rows, group, search), [rows, group, search]);
  const shown = view.group === 'observers' ? observers : sites;
  const startImport = () => setImporting(true);
  return (
    <Page
      title={t('participants.title')}
      subtitle={sites.data && <Words summary={summaryOf(operation, rows)} />}
      actions={<Actions onAdd={view.add} onImport={startImport} />}
    >
      <WithoutClient sites={sites.data ?? []} />
      <ParticipantsList
        view={view}
        rows={found}
        state={shown}
        counts={sites.data && countsOf(rows)}
        contacts={readsContacts}
        none={<ParticipantsEmpty view={view} any={rows.some(({ kind }) => kind === 'site')} onImport={startImport} />}
      />
      <Suspense fallback={null}>
        {view.sheet && <OpenSheet sheet={view.sheet} view={view} />}
        {importing && <ImportDialog onClose={() => setImporting(false)} />}
      </Suspense>
    </Page>
  );
}

function Words({ summary }: { summary: Summary }) {
  const t = useT();
  const { number } = useFormats();
  const counted = (key: keyof Summary) =>
    t(`participants.summary.${key}`, { smart_count: summary[key] }).replace(String(summary[key]), number(summary[key]));
  const parts = (['sites', 'left', 'observers', 'errors'] as const).filter(
    (key) => key === 'sites' || summary[key] > 0,
  );
  return parts.map(counted).join(' · ');
}

function Actions({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  const t = useT();
  return (
    <>
      <Can permission="participant:import">
        <Button variant="outlined" color="inherit" startIcon={<UploadFileOutlined />} onClick={onImport}>
          {t('participants.import')}
        </Button>
      </Can>
      <Can permission="participant:create">
        <Button variant="contained" startIcon={<Add />} onClick={onAdd}>
          {t('participants.add')}
        </Button>
      </Can>
    </>
  );
}
