import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import Chip from '@mui/material/Chip';
import { useT } from '@openpmo/ui/i18n/context';
import type { CurveImport } from './model';

const looks = {
  STARTED: { colour: 'info', Icon: ScheduleOutlined },
  SUCCEEDED: { colour: 'success', Icon: CheckCircleOutlined },
  FAILED: { colour: 'error', Icon: ErrorOutlined },
} as const;

/** Icon, words and colour of where an import stands. */
export function ImportStatus({ status }: Pick<CurveImport, 'status'>) {
  const t = useT();
  const { colour, Icon } = looks[status];
  return (
    <Chip
      size="small"
      variant="outlined"
      color={colour}
      icon={<Icon aria-hidden />}
      label={t(`curveImport.state.${status}`)}
    />
  );
}
