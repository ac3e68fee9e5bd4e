import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Link } from 'react-router';
import { Can } from '../../design/Can';
import { useCoefficientsDue } from './queries';

interface CoefficientsDueAlertProps {
  operationId: string;
  /** The operations that are asked about at once; only this one by default. */
  among?: readonly string[];
}

/** That the coefficients of an operation are late or soon due, with the way to them; nothing when none are. */
export function CoefficientsDueAlert({ operationId, among = [operationId] }: CoefficientsDueAlertProps) {
  const t = useT();
  const formats = useFormats();
  const { due, late, soon } = useDueOf(operationId, among);
  if (due.length === 0) return null;
  const [latest] = late;
  const month = (one: { month: string }) => formats.day(`${one.month}-01`, 'month');
  const texts = [
    latest &&
      t('home.due.late', {
        months: late.slice(0, named).map(month).join(', ') + (late.length > named ? '…' : ''),
        date: formats.day(latest.deadline, 'medium'),
        smart_count: late.length,
      }),
    soon &&
      t(soon.daysLeft === 0 ? 'home.due.today' : 'home.due.soon', {
        month: month(soon),
        date: formats.day(soon.deadline, 'medium'),
        smart_count: soon.daysLeft,
      }),
  ];
  const prepared = due.every((one) => one.prepared);
  return (
    <Alert
      severity={latest ? 'error' : 'warning'}
      variant="outlined"
      className="no-print"
      sx={{ bgcolor: 'background.paper', flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 200px' } }}
      action={
        <Can permission="production:visit">
          <Button component={Link} color="inherit" size="small" to={sendingPath(operationId)}>
            {t(prepared ? 'home.due.send' : 'home.due.prepare')}
          </Button>
        </Can>
      }
    >
      {texts.filter(Boolean).join(' ')}
    </Alert>
  );
}

/** How many late months are named. */
const named = 3;

const sendingPath = (operationId: string) => `/pmo/operations/${operationId}/edit/production?tab=sending`;

/** What is due in one operation among those asked about: the late months, newest first, and the next one. */
function useDueOf(operationId: string, among: readonly string[]) {
  const { data = [] } = useCoefficientsDue(among);
  const due = data.filter((one) => one.operationId === operationId);
  return { due, late: due.filter(({ late }) => late), soon: due.find(({ late }) => !late) };
}
