import Button from '@mui/material/Button';
import CardContent from '@mui/material/CardContent';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Show, TopToolbar, useRecordContext, useTranslate } from 'react-admin';
import { Facts } from '../../parts/Facts';
import { PageTitle } from '../../parts/PageTitle';
import { RecordLink } from '../../parts/RecordLink';
import { useEnumWord } from '../../parts/words';
import { FolderChip } from './FolderChip';
import type { Participant } from './ParticipantList';

/** One site, read only: it is changed in the operator application. */
export function ParticipantShow() {
  return (
    <Show title={<Heading />} actions={<Actions />}>
      <CardContent>
        <ParticipantFacts />
      </CardContent>
    </Show>
  );
}

function Heading() {
  const participant = useRecordContext<Participant>();
  return participant ? <PageTitle title={participant.name} /> : null;
}

function Actions() {
  const t = useT();
  const participant = useRecordContext<Participant>();
  if (!participant) return null;
  return (
    <TopToolbar>
      <Button href={`/pmo/operations/${participant.operationId}/edit/participants`}>
        {t('admin.participant.open')}
      </Button>
    </TopToolbar>
  );
}

function ParticipantFacts() {
  const formats = useFormats();
  const word = useEnumWord();
  const translate = useTranslate();
  const site = useRecordContext<Participant>();
  if (!site) return null;
  const label = (field: keyof Participant) => translate(`resources.participants.fields.${field}`);
  return (
    <Facts
      facts={[
        { label: label('dsoId'), value: site.dsoId },
        { label: label('energyType'), value: word('EnergyType', site.energyType) },
        {
          label: label('operationName'),
          value: (
            <RecordLink resource="operations" id={site.operationId} type="edit">
              {site.operationName}
            </RecordLink>
          ),
        },
        { label: label('status'), value: <FolderChip status={site.status} /> },
        { label: label('entry'), value: site.entry && formats.day(site.entry) },
        { label: label('exit'), value: site.exit && formats.day(site.exit) },
        { label: label('id'), value: site.id },
      ]}
    />
  );
}
