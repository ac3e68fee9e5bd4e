import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { Page } from '../../design/Page';
import { PageTabs } from '../../design/PageTabs';
import { RowsSkeleton } from '../../design/Skeletons';
import { notify } from '../../design/snackbars';
import { withChanges } from '../../design/useListAddress';
import { AlertsList } from './AlertsList';
import { useAlertOverview, useLook, useMail } from './queries';

// The settings are looked at now and then.
const AlertRules = lazy(() => import('./AlertRules').then((part) => ({ default: part.AlertRules })));

const tabs = ['OPEN', 'MUTED', 'ENDED', 'RULES'] as const;
type Tab = (typeof tabs)[number];

/** What somebody should look at in an operation, what is kept quiet, what is over, and by which rules. */
export function AlertsPage() {
  const t = useT();
  const formats = useFormats();
  const { id } = useOperation();
  const [params, setParams] = useSearchParams();
  const overview = useAlertOverview(id);
  const look = useLook();
  const asked = params.get('tab')?.toUpperCase();
  const tab = tabs.find((one) => one === asked) ?? 'OPEN';
  const open = overview.data?.open;
  const label = (name: Tab) =>
    name === 'OPEN' && open !== undefined ? `${t('alerts.tab.OPEN')} (${open})` : t(`alerts.tab.${name}`);
  return (
    <Page
      title={t('alerts.title')}
      subtitle={
        overview.data &&
        (overview.data.lookedAt
          ? t('alerts.lookedAt', { at: formats.instant(overview.data.lookedAt) })
          : t('alerts.notLookedAt'))
      }
      actions={
        <>
          <MailSwitch operationId={id} on={overview.data?.mail} />
          <Can permission="alert:update">
            <Button
              variant="outlined"
              color="inherit"
              disabled={look.isPending}
              onClick={() =>
                look.mutate({ params: { path: { operationId: id } } }, { onSuccess: () => notify(t('alerts.looks')) })
              }
            >
              {t('alerts.look')}
            </Button>
          </Can>
        </>
      }
    >
      <PageTabs
        label={t('alerts.title')}
        tabs={tabs.map((name) => ({ name, label: label(name) }))}
        tab={tab}
        onTab={(next) =>
          setParams((before) => withChanges(before, { tab: next === 'OPEN' ? undefined : next.toLowerCase() }))
        }
      >
        {tab === 'RULES' ? (
          <Suspense fallback={<RowsSkeleton height={64} />}>
            <AlertRules operationId={id} />
          </Suspense>
        ) : (
          <AlertsList key={tab} operationId={id} status={tab} />
        )}
      </PageTabs>
    </Page>
  );
}

/** Whether who looks is written to: a choice of one's own. */
function MailSwitch({ operationId, on }: { operationId: string; on: boolean | undefined }) {
  const t = useT();
  const mail = useMail();
  return (
    <FormControlLabel
      label={t('alerts.mail')}
      control={
        <Switch
          checked={on ?? false}
          disabled={on === undefined || mail.isPending}
          onChange={(_, next) => mail.mutate({ params: { path: { operationId } }, body: { mail: next } })}
        />
      }
      sx={{ mr: 0, '@media (pointer: coarse)': { minHeight: 44 } }}
    />
  );
}
