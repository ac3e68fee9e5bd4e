import Alert from '@mui/material/Alert';
import { asApiError } from '@openpmo/sdk';
import { useErrorText } from '../../design/useProblemText';

/** What the server refused and no field shows. */
export function Refusals({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  const words = useErrorText();
  const failure = asApiError(error);
  const items = failure?.fields ?? [];
  const others = items.filter(({ field }) => !fields.some((name) => name === field));
  const refusals = failure && items.length === 0 ? [failure] : others;
  return refusals.length === 0 ? null : (
    <Alert severity="error" role="alert">
      {refusals.map((item) => (
        <span key={`${item.key} ${words(item)}`} style={{ display: 'block' }}>
          {words(item)}
        </span>
      ))}
    </Alert>
  );
}
