import Add from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../../../design/EmptyState';
import { useRefusalTexts } from '../../../../design/useProblemText';
import type { EditedKey, KeyAction } from '../key';
import type { Sites } from '../sites';
import { AllocatedBar } from './AllocatedBar';
import { DeletePoolDialog } from './DeletePoolDialog';
import { OutsideSites } from './OutsideSites';
import { PoolRow } from './PoolRow';
import type { PoolBlocker } from './poolBlockers';
import { fieldOf } from './poolRowProps';
import { type EditedPool, outsideOf, type PoolAction, remainingOf } from './pools';

export interface PoolsEditor {
  edited: EditedKey;
  sites: Sites;
  /** Absent for those who may only read. */
  change: ((action: KeyAction) => void) | undefined;
  /** Groups that take a part although nobody stands in them, by id. */
  emptyPools: ReadonlySet<string>;
  /** What blocks saving. */
  blockers: readonly PoolBlocker[];
  /** Somebody asked to save while something blocks it. */
  tried: boolean;
}

/** The pool editor: groups from top to bottom, each handing on what it leaves (specification section 2). */
export function PoolsPanel({ editor }: { editor: PoolsEditor }) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const { edited, sites, change, blockers, emptyPools, tried } = editor;
  const [deleting, setDeleting] = useState<EditedPool>();
  const { moved, announce, moveFocus } = useMoveFocus();
  const act = useMemo(() => change && ((action: PoolAction) => change({ type: 'pool', action })), [change]);
  const move = (pool: EditedPool, by: -1 | 1) => {
    act?.({ type: 'move', id: pool.id, by });
    moveFocus(pool, edited.pools.indexOf(pool) + by + 1, by);
  };
  const { pools } = edited;
  const add = useAdd(pools, act);
  const outside = outsideOf(
    pools,
    sites.consumers.map(({ id }) => id),
  );
  return (
    <Stack spacing={2}>
      <Alert severity="info" variant="outlined">
        {t('allocation.pools.rules')}
      </Alert>
      {edited.type !== 'by_pool' && (
        <Alert severity="warning" variant="outlined">
          {t(pools.length > 0 ? 'allocation.pools.notUsedKept' : 'allocation.pools.notUsed', {
            method: t(`enums.AllocationAlgorithm.${edited.type}`),
          })}
        </Alert>
      )}
      {pools.length > 0 && <AllocatedBar pools={pools} />}
      {pools.length === 0 && (
        <Card>
          <EmptyState
            kind="none"
            title={t('allocation.pools.emptyTitle')}
            advice={t('allocation.pools.emptyAdvice')}
            action={add && <AddButton onAdd={add} />}
          />
        </Card>
      )}
      <Stack component="ol" spacing={1} aria-label={t('allocation.pools.list')} sx={{ p: 0, m: 0, listStyle: 'none' }}>
        {pools.map((pool, index) => (
          <PoolRow
            key={pool.id}
            {...{ pool, pools, index, sites, act, tried }}
            blockers={blockers.filter(({ poolId }) => poolId === pool.id)}
            outside={outside}
            empty={emptyPools.has(pool.id)}
            onMove={(by) => move(pool, by)}
            onDelete={() => setDeleting(pool)}
          />
        ))}
      </Stack>
      {pools.length > 0 && (
        <>
          <Card sx={{ px: 2, py: 1.5, bgcolor: 'action.hover', display: 'flex', justifyContent: 'space-between' }}>
            <Typography>{t('allocation.pools.surplus')}</Typography>
            <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {formats.percentage(Math.max(0, remainingOf(pools)), 4)}
            </Typography>
          </Card>
          {add && (
            <Box className="no-print">
              <AddButton onAdd={add} />
            </Box>
          )}
          <OutsideSites {...{ outside, pools, sites, act }} />
        </>
      )}
      <Box role="status" sx={visuallyHidden}>
        {moved && t('allocation.pools.moved', announce)}
      </Box>
      {deleting && act && (
        <DeletePoolDialog
          pool={deleting}
          pools={pools}
          onClose={() => setDeleting(undefined)}
          onConfirm={() => {
            act({ type: 'delete', id: deleting.id });
            setDeleting(undefined);
          }}
        />
      )}
    </Stack>
  );
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const t = useT();
  return (
    <Button variant="outlined" startIcon={<Add />} onClick={onAdd}>
      {t('allocation.pools.add')}
    </Button>
  );
}

/** The new row is where the person goes on typing. */
function useAdd(pools: readonly EditedPool[], act: ((action: PoolAction) => void) | undefined) {
  const t = useT();
  const [added, setAdded] = useState(false);
  const last = pools.at(-1)?.id;
  useEffect(() => {
    if (!added || last === undefined) return;
    document.getElementById(fieldOf(last, 'name'))?.focus();
    setAdded(false);
  }, [added, last]);
  if (!act) return undefined;
  return () => {
    act({ type: 'add', label: (n) => t('design.pool.name', { n }) });
    setAdded(true);
  };
}

/** A row that moved keeps the focus on its arrow, and says its new place. */
function useMoveFocus() {
  const [moved, setMoved] = useState<{ name: string; place: number }>();
  const wanted = useRef<{ id: string; by: -1 | 1 }>(undefined);
  useEffect(() => {
    const { id, by } = wanted.current ?? {};
    if (id === undefined || moved === undefined) return;
    wanted.current = undefined;
    const arrow = (way: 'up' | 'down') => document.getElementById(fieldOf(id, way)) as HTMLButtonElement | null;
    const [first, other] = by === -1 ? [arrow('up'), arrow('down')] : [arrow('down'), arrow('up')];
    (first?.disabled ? other : first)?.focus();
  }, [moved]);
  return {
    moved,
    announce: { name: moved?.name ?? '', place: moved?.place ?? 0 },
    moveFocus: (pool: EditedPool, place: number, by: -1 | 1) => {
      wanted.current = { id: pool.id, by };
      setMoved({ name: pool.name, place });
    },
  };
}
