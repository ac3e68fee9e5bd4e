import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../../../api/operations';
import { FileDrop } from '../../../../design/FileDrop';
import { FormDialog } from '../../../../design/FormDialog';
import { useProblemText } from '../../../../design/useProblemText';
import { ProblemList } from '../../key/ProblemList';
import type { CoefficientSet } from '../coefficientSets';
import { useCheckFiles } from '../queries';

/** Reads back what lies with the operator and compares it with the coefficients that were made. */
export function CheckDialog({ set, onClose }: { set: CoefficientSet; onClose: () => void }) {
  const t = useT();
  const [files, setFiles] = useState<File[]>([]);
  const check = useCheckFiles(useOperation().id);
  return (
    <FormDialog
      title={t('allocation.check.title')}
      confirmLabel={t('allocation.check.compare')}
      closeLabel={t('design.close')}
      pending={check.isPending}
      disabled={files.length === 0}
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate({ setId: set.id, files });
      }}
      onClose={onClose}
    >
      <Typography>{t('allocation.check.words')}</Typography>
      <FileDrop
        label={t('allocation.check.files')}
        files={files}
        onChange={(next) => {
          setFiles(next);
          check.reset();
        }}
        accept=".csv,.txt"
        maxFiles={50}
      />
      {check.data && <Result check={check.data} />}
      <ProblemList error={check.error} />
    </FormDialog>
  );
}

const errorsAtMost = 20;

function Result({ check }: { check: Schemas['CoefficientCheck'] }) {
  const t = useT();
  const formats = useFormats();
  const words = useProblemText();
  const errors = (check.errors ?? []).slice(0, errorsAtMost);
  return (
    <Alert severity={check.equal ? 'success' : 'warning'} variant="outlined" role="status">
      {check.equal
        ? t('allocation.check.equal', { rows: formats.number(check.rows) })
        : t('allocation.check.different', { smart_count: check.differences, rows: formats.number(check.rows) })}
      {check.energyDifferenceMilliWh !== undefined && check.energyDifferenceMilliWh !== 0 && (
        <Typography>{t('allocation.check.energy', { energy: formats.kWh(check.energyDifferenceMilliWh) })}</Typography>
      )}
      {errors.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 2 }}>
          {errors.map((item) => (
            <li key={`${item.key} ${item.row} ${item.field} ${words(item)}`}>
              {item.row === undefined
                ? words(item)
                : t('allocation.problem.line', { row: item.row, text: words(item) })}
            </li>
          ))}
        </Box>
      )}
    </Alert>
  );
}
