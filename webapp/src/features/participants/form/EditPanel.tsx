import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import { notify } from '../../../design/snackbars';
import { useRefusalTexts } from '../../../design/useProblemText';
import { useCheckEnrolmentUpdate, useUpdateEnrolment } from '../queriesEnrolment';
import type { Participant } from '../rows';
import { useTellTouched } from '../useTouchedInvoices';
import { enrolmentUpdateOf } from '../wizard/requests';
import type { Step } from '../wizard/steps';
import { useWizard } from '../wizard/useWizard';
import { Wizard } from '../wizard/Wizard';
import { formOf } from './schema';

interface EditPanelProps {
  site: Participant;
  etag: string | undefined;
  onClose: () => void;
}

/** Changes of a site. It keeps the state it started from: a change by somebody else in between is refused. */
export function EditPanel({ site, etag, onClose }: EditPanelProps) {
  useRefusalTexts();
  const t = useT();
  const update = useUpdateEnrolment();
  const check = useCheckEnrolmentUpdate();
  const tellTouched = useTellTouched();
  const [start] = useState({ site, etag, values: formOf(site) });
  const wizard = useWizard({ stored: start.site, values: start.values });
  const [step, setStep] = useState<Step>('site');
  const saved = useRef(false);
  const dirty = useRef(false);
  const changed = wizard.dirty();
  useEffect(() => {
    dirty.current = changed;
  }, [changed]);
  const blocker = useBlocker(() => dirty.current && !saved.current);
  return (
    <>
      <Wizard
        wizard={wizard}
        stored={start.site}
        step={step}
        onStep={setStep}
        pending={update.isPending}
        check={async (filled) =>
          check.mutateAsync({ participantId: site.id, body: enrolmentUpdateOf(start.site, filled) })
        }
        send={async (filled) => {
          const body = enrolmentUpdateOf(start.site, filled);
          if (Object.keys(body).length > 0) {
            const made = await update.mutateAsync({ participantId: site.id, etag: start.etag, body });
            notify(t('participants.form.saved'));
            tellTouched(made?.participant.touchedInvoices);
          }
          saved.current = true;
          onClose();
        }}
        onClose={onClose}
      />
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        title={t('participants.form.unsaved.title')}
        confirmLabel={t('participants.form.unsaved.leave')}
        destructive
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      >
        <Typography>{t('participants.form.unsaved.text')}</Typography>
      </ConfirmDialog>
    </>
  );
}
