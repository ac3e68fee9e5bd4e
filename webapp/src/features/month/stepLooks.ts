import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import PlayCircleOutlined from '@mui/icons-material/PlayCircleOutlined';
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutlined';

/** Sign and colour of a step by its state; a word always stands beside them. */
export const stepLooks = {
  DONE: [CheckCircle, 'success.main'],
  NOTHING: [RemoveCircleOutline, 'outline'],
  TODO: [PlayCircleOutlined, 'primary.main'],
  WAITING: [HourglassEmpty, 'outline'],
  BLOCKED: [ErrorOutlined, 'error.main'],
  RUNNING: [HourglassEmpty, 'primary.main'],
  MISSED: [ErrorOutlined, 'warning.main'],
} as const;
