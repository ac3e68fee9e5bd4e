import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useState } from 'react';
import { PoolFields } from './PoolFields';
import { PoolMembers } from './PoolMembers';
import { fieldOf, type PoolRowProps } from './poolRowProps';
import type { EditedPool } from './pools';

/** One group: a line on a desktop, a card on a phone; its sites below. */
export function PoolRow(props: PoolRowProps) {
  const { pool, index, act, empty } = props;
  const t = useT();
  const [open, setOpen] = useState(false);
  const members = Object.keys(pool.parameters).length;
  const panelId = fieldOf(pool.id, 'members');
  return (
    <Card component="li" className="print-whole" sx={{ px: 2, py: 1.5 }}>
      <Box
        role="group"
        aria-label={t('allocation.pools.row', { number: index + 1, name: pool.name })}
        sx={{
          display: 'grid',
          columnGap: 1.5,
          rowGap: 2,
          alignItems: 'start',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            md: '28px minmax(140px, 2.2fr) minmax(96px, 0.9fr) minmax(130px, 1.6fr) minmax(130px, 1.6fr) auto',
          },
        }}
      >
        <Typography sx={{ pt: { md: 1 }, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{index + 1}</Typography>
        <PoolFields {...props} />
        {act && <Moves {...props} />}
      </Box>
      <Button
        size="small"
        color="inherit"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
        endIcon={<ExpandMore sx={{ transform: open ? 'rotate(180deg)' : undefined }} />}
        sx={{ mt: 1, ml: { md: 3.5 } }}
      >
        {members === 0 ? t('allocation.pools.noMember') : t('allocation.pools.members', { smart_count: members })}
      </Button>
      {empty && (
        <Typography
          variant="caption"
          sx={{ ml: { md: 1 }, display: { xs: 'block', md: 'inline' }, color: 'warning.main' }}
        >
          {t('allocation.pools.emptyPool')}
        </Typography>
      )}
      {open && (
        <div id={panelId}>
          <PoolMembers {...props} />
        </div>
      )}
    </Card>
  );
}

function Moves({ pool, pools, index, onMove, onDelete }: PoolRowProps) {
  const t = useT();
  const { name } = pool;
  return (
    <Box className="no-print" sx={{ display: 'flex', pt: { md: 0.25 }, justifyContent: 'flex-end' }}>
      <Action
        label={t('allocation.pools.up', { name })}
        id="up"
        {...{ pool }}
        onClick={() => onMove(-1)}
        off={index === 0}
      >
        <ArrowUpward />
      </Action>
      <Action
        label={t('allocation.pools.down', { name })}
        id="down"
        {...{ pool }}
        onClick={() => onMove(1)}
        off={index === pools.length - 1}
      >
        <ArrowDownward />
      </Action>
      <Action label={t('allocation.pools.remove', { name })} id="delete" {...{ pool }} onClick={onDelete} off={false}>
        <DeleteOutlined />
      </Action>
    </Box>
  );
}

interface ActionProps {
  pool: EditedPool;
  id: string;
  label: string;
  off: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Action({ pool, id, label, off, onClick, children }: ActionProps) {
  return (
    <Tooltip title={label}>
      {/* A disabled button has no events that the tooltip could follow. */}
      <span>
        <IconButton id={fieldOf(pool.id, id)} aria-label={label} disabled={off} onClick={onClick}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}
