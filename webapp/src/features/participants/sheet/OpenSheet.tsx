import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { EmptyState } from '../../../design/EmptyState';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { RowsSkeleton } from '../../../design/Skeletons';
import { AddPanel } from '../form/AddPanel';
import { EditPanel } from '../form/EditPanel';
import { useParticipant } from '../queries';
import type { View } from '../useView';
import { ParticipantDetails } from './ParticipantDetails';
import { SideSheet } from './SideSheet';

type Sheet = NonNullable<View['sheet']>;

/** Forms of two columns, and lists to choose from. */
const wizardWidth = 760;

const rights = { add: 'participant:create', edit: 'participant:update', details: 'participantDetails:view' } as const;

/** What the address asks for, as far as the person may see or change it. */
export function OpenSheet({ sheet, view }: { sheet: Sheet; view: View }) {
  const t = useT();
  const can = useCan();
  if (!can(rights[sheet.kind])) {
    return (
      <SideSheet title={t('participants.sheet.loading')} onClose={view.close}>
        <EmptyState kind="forbidden" />
      </SideSheet>
    );
  }
  if (sheet.kind === 'add') {
    return (
      <SideSheet title={t('participants.form.add')} width={wizardWidth} filled onClose={view.close}>
        <AddPanel onClose={view.close} onAdded={view.show} />
      </SideSheet>
    );
  }
  const { participantId, kind } = sheet;
  return <SiteSheet key={participantId} participantId={participantId} editing={kind === 'edit'} view={view} />;
}

interface SiteSheetProps {
  participantId: string;
  editing: boolean;
  view: View;
}

/** One site: its facts, or the form that changes them. */
function SiteSheet({ participantId, editing, view }: SiteSheetProps) {
  const t = useT();
  const identifier = t(`participants.identifier.${useOperation().siteIdentifier}`);
  const { data, isError, error, refetch } = useParticipant(participantId);
  const site = data?.site;
  const toDetails = () => view.show(participantId);
  if (!site) {
    return (
      <SideSheet title={t('participants.sheet.loading')} onClose={view.close}>
        {isError ? <ErrorPanel error={error} onRetry={() => refetch()} /> : <RowsSkeleton rows={8} />}
      </SideSheet>
    );
  }
  return (
    <SideSheet
      title={editing ? t('participants.form.edit', { name: site.name }) : site.name}
      subtitle={`${t(`enums.EnergyType.${site.energyType}`)} · ${identifier} ${site.dsoId}`}
      {...(editing ? { width: wizardWidth, filled: true } : { page: { thing: 'site', id: participantId } })}
      onClose={editing ? toDetails : view.close}
    >
      {editing ? (
        <EditPanel site={site} etag={data.etag} onClose={toDetails} />
      ) : (
        <ParticipantDetails site={site} etag={data.etag} onEdit={() => view.edit(participantId)} />
      )}
    </SideSheet>
  );
}
