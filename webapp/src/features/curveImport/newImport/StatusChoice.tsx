import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useT } from '@openpmo/ui/i18n/context';

interface StatusChoiceProps {
  definitive: boolean;
  disabled: boolean;
  onChange: (definitive: boolean) => void;
}

/** Whether files that do not say it themselves are definitive, and what that means (domain 1.5). */
export function StatusChoice({ definitive, disabled, onChange }: StatusChoiceProps) {
  const t = useT();
  return (
    <FormControl disabled={disabled}>
      <FormLabel id="curve-status">{t('curveImport.status.label')}</FormLabel>
      <RadioGroup
        aria-labelledby="curve-status"
        aria-describedby="curve-status-help"
        value={definitive ? 'definitive' : 'files'}
        onChange={(_, value) => onChange(value === 'definitive')}
      >
        <FormControlLabel value="files" control={<Radio size="small" />} label={t('curveImport.status.files')} />
        <FormControlLabel
          value="definitive"
          control={<Radio size="small" />}
          label={t('curveImport.status.definitive')}
        />
      </RadioGroup>
      <FormHelperText id="curve-status-help" sx={{ mx: 0, maxWidth: '80ch' }}>
        {t(definitive ? 'curveImport.status.definitiveHelp' : 'curveImport.status.filesHelp')}
      </FormHelperText>
    </FormControl>
  );
}
