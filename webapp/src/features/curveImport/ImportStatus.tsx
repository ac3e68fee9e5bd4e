import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HelpOutlined from '@mui/icons-material/HelpOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import UndoOutlined from '@mui/icons-material/UndoOutlined';
import Chip from '@mui/material/Chip';
import { useT } from '@openpmo/ui/i18n/context';
import type { CurveImport } from './imports';

const looks = {
  STARTED: { colour: 'info', Icon: ScheduleOutlined },
  SUCCEEDED: { colour: 'success', Icon: CheckCircleOutlined },
  FAILED: { colour: 'error', Icon: ErrorOutlined },
  SUSPECTED: { colour: 'warning', Icon: HelpOutlined },
  UNDONE: { colour: 'default', Icon: UndoOutlined },
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
