import LockOutlined from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Can } from '../../design/Can';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { ErrorPanel } from '../../design/ErrorPanel';
import { notify } from '../../design/snackbars';
import { monthsBefore } from './months';
import { type SellerPath, useLockMonth, useMonthLocks, useUnlockMonth } from './queries';
import { Section } from './Section';

/** How many months back one may be closed here. */
const offered = 36;

/** The months in which nothing of a seller is dated any more; closing one, and opening it again. */
export function MonthLocks({ path }: { path: SellerPath }) {
  const t = useT();
  const formats = useFormats();
  const locks = useMonthLocks(path);
  const lock = useLockMonth(path);
  const unlock = useUnlockMonth(path);
  const [chosen, setChosen] = useState('');
  const [opening, setOpening] = useState<string>();
  const monthName = (month: string) => formats.day(`${month}-01`, 'month');
  const closed = locks.data ?? [];
  const open = monthsBefore(new Date(), offered)
    .map(({ month }) => month)
    .filter((month) => !closed.some((one) => one.month === month));
  const close = () =>
    lock.mutate(chosen, {
      onSuccess: () => {
        notify(t('accounting.lock.done', { month: monthName(chosen) }));
        setChosen('');
      },
    });
  if (locks.isError) return <ErrorPanel error={locks.error} onRetry={() => locks.refetch()} />;
  return (
    <Section title={t('accounting.lock.title')} text={t('accounting.lock.text')}>
      <Can permission="monthLock:create">
        <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', mb: 2 }}>
          <TextField
            select
            id="lock-month"
            size="small"
            fullWidth={false}
            label={t('accounting.lock.month')}
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
            sx={{ minWidth: 200 }}
          >
            {open.map((month) => (
              <MenuItem key={month} value={month}>
                {monthName(month)}
              </MenuItem>
            ))}
          </TextField>
          <Button
            variant="outlined"
            startIcon={<LockOutlined />}
            disabled={!chosen}
            loading={lock.isPending}
            loadingPosition="start"
            onClick={close}
          >
            {t('accounting.lock.close')}
          </Button>
        </Stack>
      </Can>
      {locks.isSuccess && closed.length === 0 && <Typography>{t('accounting.lock.none')}</Typography>}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 1 }}>
        {closed.map(({ month, lockedAt, lockedByName }) => (
          <Stack component="li" key={month} direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography sx={{ fontWeight: 600, minWidth: 140 }}>{monthName(month)}</Typography>
            <Typography color="textSecondary" sx={{ flex: 1, minWidth: 200 }}>
              {t('accounting.lock.by', { at: formats.instant(lockedAt), name: lockedByName ?? t('formats.none') })}
            </Typography>
            <Can permission="monthLock:delete">
              <Button
                size="small"
                aria-label={t('accounting.lock.openMonth', { month: monthName(month) })}
                onClick={() => setOpening(month)}
              >
                {t('accounting.lock.open')}
              </Button>
            </Can>
          </Stack>
        ))}
      </Stack>
      {opening && (
        <ConfirmDialog
          open
          title={t('accounting.lock.openMonth', { month: monthName(opening) })}
          confirmLabel={t('accounting.lock.open')}
          pending={unlock.isPending}
          onConfirm={() =>
            unlock.mutate(opening, {
              onSuccess: () => notify(t('accounting.lock.opened', { month: monthName(opening) })),
              onSettled: () => setOpening(undefined),
            })
          }
          onClose={() => setOpening(undefined)}
        >
          {t('accounting.lock.openText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
