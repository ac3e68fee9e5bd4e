import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import { useT } from '@openpmo/ui/i18n/context';
import type { Stage } from '../imports';

const steps = ['files', 'check', 'import'] as const;

const active: Record<Stage, number> = {
  choose: 0,
  checking: 1,
  refused: 1,
  preview: 1,
  importing: 2,
  held: 2,
  failed: 2,
  done: 3,
};

/** Where one is: files, check, import. */
export function ImportSteps({ stage }: { stage: Stage }) {
  const t = useT();
  const wrong = stage === 'refused' || stage === 'failed';
  return (
    <Stepper activeStep={active[stage]} aria-label={t('curveImport.steps')} sx={{ flex: '0 1 460px', minWidth: 0 }}>
      {steps.map((step, index) => (
        <Step key={step} aria-current={index === active[stage] ? 'step' : undefined}>
          <StepLabel error={wrong && index === active[stage]}>{t(`curveImport.step.${step}`)}</StepLabel>
        </Step>
      ))}
    </Stepper>
  );
}
