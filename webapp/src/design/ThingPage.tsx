import Breadcrumbs from '@mui/material/Breadcrumbs';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { layout } from '@openpmo/ui/theme/tokens';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../api/operations';
import type { ViewState } from './ChartCard';
import { ErrorPanel } from './ErrorPanel';
import { Notice } from './Notice';
import { Page } from './Page';
import { RowsSkeleton } from './Skeletons';

interface ThingPageProps {
  /** What the page is about: as long as it is not there, the page says so. */
  state: ViewState;
  /** The thing is of another operation, where it is no page. */
  elsewhere?: boolean;
  /** The list that the thing stands in; `path` is below the operation. */
  list: { label: string; path: string };
  /** What the thing is called; of which kind it is until its name is known. */
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of the page of one thing: where it belongs, its name, what can be done with it. */
export function ThingPage({ state, elsewhere = false, list, title, subtitle, actions, children }: ThingPageProps) {
  const t = useT();
  const { id } = useOperation();
  const at = (path: string) => `/pmo/operations/${id}/${path}`;
  if (elsewhere || (state.isError && [400, 404].includes(asApiError(state.error)?.status ?? 0))) {
    return (
      <Notice title={t('shell.notFound.title')} advice={t('shell.notFound.advice')}>
        <Button variant="contained" component={Link} to={at(list.path)}>
          {list.label}
        </Button>
      </Notice>
    );
  }
  const ready = !state.isPending && !state.isError;
  return (
    <>
      <Breadcrumbs
        aria-label={t('pages.where')}
        className="no-print"
        sx={{ px: { xs: 2, md: 3 }, pt: 2, mb: -1, maxWidth: layout.maxWidth, mx: 'auto', fontSize: '0.8125rem' }}
      >
        <MuiLink component={Link} to={at(list.path)} color="textSecondary" underline="hover">
          {list.label}
        </MuiLink>
        <Typography aria-current="page" sx={{ font: 'inherit', overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
      </Breadcrumbs>
      <Page title={title} subtitle={ready && subtitle} actions={ready && actions}>
        {state.isPending && <RowsSkeleton rows={8} />}
        {state.isError && <ErrorPanel error={state.error} onRetry={() => state.refetch?.()} />}
        {ready && <Stack sx={{ gap: 2 }}>{children}</Stack>}
      </Page>
    </>
  );
}
