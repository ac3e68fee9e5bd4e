import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../../api/operations';
import { RowsSkeleton } from '../../../design/Skeletons';
import { notify } from '../../../design/snackbars';
import { useRefusalTexts } from '../../../design/useProblemText';
import { dropDraft, saveDraft, useCheckEnrolment, useDraft, useEnrol } from '../queriesEnrolment';
import { useTellTouched } from '../useTouchedInvoices';
import type { DraftFields } from '../wizard/draft';
import { enrolmentOf } from '../wizard/requests';
import { type Step, steps } from '../wizard/steps';
import { useWizard } from '../wizard/useWizard';
import { Wizard } from '../wizard/Wizard';
import { emptyForm } from './schema';

interface AddPanelProps {
  onClose: () => void;
  onAdded: (participantId: string) => void;
}

/** One more participant. What was left half-way is offered again; without the server's draft the form is empty. */
export function AddPanel(props: AddPanelProps) {
  useRefusalTexts();
  const t = useT();
  const { instant } = useFormats();
  const operation = useOperation();
  const draft = useDraft(operation.id);
  const [begun, setBegun] = useState<{ fields?: DraftFields; step?: Step }>();
  if (draft.isPending) {
    return (
      <Box sx={{ p: { xs: 2, sm: 3 } }}>
        <RowsSkeleton rows={8} />
      </Box>
    );
  }
  const { fields = {}, step, savedAt } = draft.data ?? {};
  if (!begun && Object.keys(fields).length > 0) {
    const again = () => {
      void dropDraft(operation.id);
      setBegun({});
    };
    const from = steps.find((one) => one === step);
    return (
      <Box sx={{ p: { xs: 2, sm: 3 } }}>
        <Alert severity="info" variant="outlined">
          <Typography sx={{ mb: 1.5 }}>
            {t('participants.wizard.draft', { date: savedAt ? instant(savedAt) : '' })}
          </Typography>
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            <Button variant="contained" onClick={() => setBegun({ fields, ...(from ? { step: from } : {}) })}>
              {t('participants.wizard.resume')}
            </Button>
            <Button color="inherit" variant="outlined" onClick={again}>
              {t('participants.wizard.again')}
            </Button>
          </Stack>
        </Alert>
      </Box>
    );
  }
  return <AddWizard {...props} draft={begun?.fields} from={begun?.step ?? 'site'} />;
}

/** The wizard of a new participant; its sheet opens once it is there. Leaving it keeps what was filled. */
function AddWizard({ onClose, onAdded, draft, from }: AddPanelProps & { draft: DraftFields | undefined; from: Step }) {
  const t = useT();
  const { id } = useOperation();
  const [params] = useSearchParams();
  const [values] = useState(() => ({ ...emptyForm(), dsoId: params.get('number') ?? '' }));
  const wizard = useWizard({ values, draft });
  const [step, setStep] = useState<Step>(from);
  const enrol = useEnrol(id);
  const check = useCheckEnrolment(id);
  const tellTouched = useTellTouched();
  const saved = useRef(false);
  const keep = useRef<() => boolean>(() => false);
  useEffect(() => {
    keep.current = () => {
      if (saved.current || !(wizard.dirty() || draft)) return false;
      saveDraft(id, { step, fields: wizard.draft() }).catch(() => undefined);
      return true;
    };
  });
  const kept = t('participants.wizard.kept');
  useEffect(
    () => () => {
      if (keep.current()) notify(kept);
    },
    [kept],
  );
  return (
    <Wizard
      wizard={wizard}
      step={step}
      onStep={(next) => {
        setStep(next);
        keep.current();
      }}
      pending={enrol.isPending}
      check={(filled) => check.mutateAsync(enrolmentOf(filled))}
      send={async (filled) => {
        const made = await enrol.mutateAsync({ ...enrolmentOf(filled), endsDraft: true });
        saved.current = true;
        notify(t('participants.form.added', { name: filled.site.name }));
        tellTouched(made?.participant.touchedInvoices);
        if (made) onAdded(made.participant.id);
        else onClose();
      }}
      onClose={onClose}
    />
  );
}
