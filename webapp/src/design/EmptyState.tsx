import InboxOutlined from '@mui/icons-material/InboxOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';

/** Nothing there yet (says what to do); nothing matches (offers to clear); not allowed. */
export type EmptyStateProps =
  | { kind: 'none'; title: string; advice: ReactNode; action?: ReactNode }
  | { kind: 'noMatch'; onClear?: () => void }
  | { kind: 'forbidden'; title?: string; advice?: ReactNode };

const icons = { none: InboxOutlined, noMatch: SearchOff, forbidden: LockOutlined };

export function EmptyState(props: EmptyStateProps) {
  const t = useT();
  const Icon = icons[props.kind];
  const { title, advice, action } = useWords(props, t);
  return (
    <Stack sx={{ alignItems: 'center', textAlign: 'center', gap: 1, px: 2, py: 5 }}>
      <Icon aria-hidden sx={{ fontSize: 36, color: 'outline' }} />
      <Typography variant="subtitle1" component="p">
        {title}
      </Typography>
      <Typography component="div" color="textSecondary" sx={{ maxWidth: '52ch' }}>
        {advice}
      </Typography>
      {action}
    </Stack>
  );
}

function useWords(props: EmptyStateProps, t: ReturnType<typeof useT>) {
  switch (props.kind) {
    case 'none':
      return props;
    case 'noMatch':
      return {
        title: t('design.empty.noMatch.title'),
        advice: t('design.empty.noMatch.advice'),
        action: props.onClear && (
          <Button variant="outlined" color="inherit" onClick={props.onClear}>
            {t('design.filter.clear')}
          </Button>
        ),
      };
    case 'forbidden':
      return {
        title: props.title ?? t('shell.forbidden.title'),
        advice: props.advice ?? t('shell.forbidden.advice'),
        action: undefined,
      };
    default:
      return props satisfies never;
  }
}
