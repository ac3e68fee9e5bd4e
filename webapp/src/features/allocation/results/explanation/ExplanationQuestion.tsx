import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { isDay } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { DayField } from '../../../../design/DayField';
import type { DayRange } from '../../../../design/period';
import type { Config } from '../../key/key';
import type { Sites } from '../../key/sites';
import { Choice } from '../Choice';
import type { Asked } from '../useAddress';
import { type Step, twiceTold } from './steps';

interface ExplanationQuestionProps {
  asked: Asked;
  ask: (asked: Asked) => void;
  bounds: DayRange;
  sites: Sites;
  drafts: readonly Config[];
  steps: readonly Step[];
  step: Step | undefined;
  configId: string | undefined;
  onConfig: (configId: string | undefined) => void;
}

/** Whose share, on which day, at which step, and by which key. */
export function ExplanationQuestion(props: ExplanationQuestionProps) {
  const { asked, ask, bounds, sites, drafts, steps, step, configId, onConfig } = props;
  const t = useT();
  const names = useStepNames(steps);
  const at = step ? steps.indexOf(step) : -1;
  const go = (by: -1 | 1) => {
    const next = steps[at + by];
    if (next) ask({ ...asked, at: next.at });
  };
  return (
    <Stack spacing={1.5}>
      <Choice
        label={t('distribution.site')}
        value={sites.consumers.some(({ id }) => id === asked.siteId) ? (asked.siteId ?? '') : ''}
        onChange={(siteId) => ask({ ...asked, siteId: siteId || undefined })}
      >
        <option value="">{t('distribution.explain.allSites')}</option>
        {sites.consumers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <DayField
          label={t('distribution.day')}
          value={asked.day}
          onChange={(day) => {
            // The same time of another day is no step of it: begin with the fullest.
            if (isDay(day)) ask({ day, siteId: asked.siteId });
          }}
          min={bounds.from}
          max={bounds.to}
          sx={{ flex: '1 1 150px' }}
        />
        <Stack direction="row" sx={{ flex: '1 1 230px', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
          <IconButton aria-label={t('distribution.explain.earlier')} disabled={at <= 0} onClick={() => go(-1)}>
            <ChevronLeft />
          </IconButton>
          <Choice
            label={t('distribution.explain.step')}
            value={step?.at ?? ''}
            onChange={(next) => ask({ ...asked, at: next })}
          >
            {steps.length === 0 && <option value="" />}
            {steps.map((one, index) => (
              <option key={one.at} value={one.at}>
                {names[index]}
              </option>
            ))}
          </Choice>
          <IconButton
            aria-label={t('distribution.explain.later')}
            disabled={at < 0 || at === steps.length - 1}
            onClick={() => go(1)}
          >
            <ChevronRight />
          </IconButton>
        </Stack>
      </Stack>
      {drafts.length > 0 && (
        <Choice
          label={t('distribution.explain.key')}
          value={configId ?? ''}
          onChange={(next) => onConfig(next || undefined)}
        >
          <option value="">{t('distribution.explain.keyThen')}</option>
          {drafts.map((draft) => (
            <option key={draft.id} value={draft.id}>
              {t('allocation.key.draft', { name: draft.name || t('allocation.draft.unnamed') })}
            </option>
          ))}
        </Choice>
      )}
    </Stack>
  );
}

/** Wall clock time and production of each step. The hour that comes twice in autumn says which one it is. */
function useStepNames(steps: readonly Step[]): string[] {
  const t = useT();
  const formats = useFormats();
  const times = steps.map(({ at }) => formats.time(at));
  const twice = twiceTold(times);
  return steps.map(({ produced, whole }, index) => {
    const time = times[index] ?? '';
    const later = times.indexOf(time) < index;
    const season = later ? t('distribution.explain.winterTime') : t('distribution.explain.summerTime');
    const which = twice.has(time) ? `${time} ${season}` : time;
    const energy = whole && produced !== undefined ? formats.energy(produced) : t('distribution.explain.noMeasure');
    return `${which} · ${energy}`;
  });
}
