import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useId, useState } from 'react';
import { DayField } from '../../../design/DayField';
import { FormDialog } from '../../../design/FormDialog';
import type { Participant } from '../rows';
import { type Answer, answerBody } from './folder';
import { useAnswer } from './useChange';

interface AnswerDialogProps {
  site: Participant;
  etag: string | undefined;
  request: Answer['request'];
  onClose: () => void;
}

const answers = ['ACCEPTED', 'REFUSED', 'WAITING'] as const satisfies Answer['answer'][];

const sideOf = { ENTRY: 'entry', EXIT: 'exit' } as const;
const wordOf = { ACCEPTED: 'accepted', REFUSED: 'refused', WAITING: 'waiting' } as const;

/** The organizer writes down what the operator answered, so that no folder stays open for ever. */
export function AnswerDialog({ site, etag, request, onClose }: AnswerDialogProps) {
  const t = useT();
  const id = useId();
  const field = sideOf[request];
  const [answer, setAnswer] = useState<Answer['answer']>('ACCEPTED');
  const [day, setDay] = useState(site.activationRange[field]);
  const { change, pending, errorOf } = useAnswer({ site, etag, onDone: onClose });
  const needsDay = answer === 'ACCEPTED';
  const [missed, setMissed] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = needsDay && !day;
    setMissed(missing);
    if (!missing) change(answerBody(request, answer, day), t('participants.answer.saved'));
  };
  return (
    <FormDialog
      title={t('participants.answer.title', { name: site.name })}
      confirmLabel={t('participants.answer.save')}
      pending={pending}
      spacing={0}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormControl sx={{ width: 1 }}>
        <FormLabel id={`${id}-question`} sx={{ mb: 1 }}>
          {t(`participants.answer.${field}.question`)}
        </FormLabel>
        <RadioGroup
          aria-labelledby={`${id}-question`}
          value={answer}
          onChange={(_, value) => setAnswer(answers.find((one) => one === value) ?? 'ACCEPTED')}
        >
          {answers.map((one) => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio size="small" />}
              sx={{ alignItems: 'flex-start', mb: 1, '& .MuiRadio-root': { pt: 0.25 } }}
              label={<Choice answer={wordOf[one]} side={field} />}
            />
          ))}
        </RadioGroup>
      </FormControl>
      {needsDay && (
        <Box sx={{ mt: 1, maxWidth: 240 }}>
          <DayField
            required
            label={t(`participants.field.${field}`)}
            value={day}
            onChange={(next) => setDay(next || undefined)}
            error={missed ? t('design.required') : (errorOf('date') ?? errorOf(field))}
          />
        </Box>
      )}
    </FormDialog>
  );
}

interface ChoiceProps {
  answer: (typeof wordOf)[Answer['answer']];
  side: (typeof sideOf)[Answer['request']];
}

function Choice({ answer, side }: ChoiceProps) {
  const t = useT();
  const hint =
    answer === 'waiting' ? t('participants.answer.waitingHint') : t(`participants.answer.${side}.${answer}Hint`);
  return (
    <>
      <Typography component="span" sx={{ display: 'block', fontWeight: 600 }}>
        {t(`participants.answer.${answer}`)}
      </Typography>
      <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
        {hint}
      </Typography>
    </>
  );
}
