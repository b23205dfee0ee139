import type { StaffTexts } from "./en.ts";

/** The texts of the list of attempts and of the health panel, in simplified Chinese. */
export const chineseOverviewTexts: Pick<StaffTexts, "attemptList" | "health"> = {
  attemptList: {
    title: "付款尝试",
    groups: {
      open: "进行中",
      failed: "失败或已结束",
      review: "审核中",
      paid: "已付款",
    },
    state: "状态",
    started: "开始时间",
    transactions: "交易",
    reviewItemOpen: "有未解决的事项",
    noAttempts: "没有付款尝试。",
    noMatches: "没有符合条件的付款尝试。",
    searchExample: "订单、邮箱、网关订单号或交易号",
    newest: "最近的付款尝试",
    older: "更早的付款尝试",
  },
  health: {
    title: "网关状况",
    problems: {
      "sweep-late": "定期任务已超过 15 分钟没有运行，因此不会有任何重试。请检查商店是否在运行其计划任务。",
      "jobs-overdue": "有任务在到期 5 分钟后仍未执行。请检查商店是否在运行其计划任务，并查看日志。",
      "notifications-refused":
        "在最近一条通过验证的通知之后，商店拒收了一条通知。请查看待审核事项，并核对商户密钥与网关的密钥是否一致。",
      "start-warnings": "商店启动时发现了错误或不安全的设置。请阅读下面的警告。",
    },
    noProblems: "没有发现问题。",
    notifyUrl: "通知地址",
    notifyUrlMeaning: "网关将通知发送到这种形式的地址。每次付款尝试都有自己的地址，由商店发送给网关。",
    disputeWebhook: "争议通知地址",
    disputeWebhookMeaning:
      "请在网关后台将每个地址设为相应商户的争议通知地址。地址中含有保密令牌，请勿告知他人。",
    lastNotification: "最近一条通过验证的通知",
    noNotification: "没有存储任何通知",
    lastRefusals: "最近被拒收的通知",
    noRefusal: "无",
    refusals: {
      malformed: "字段缺失、重复或无法读取",
      unsigned: "没有签名",
      mismatch: "签名错误",
      foreign: "通知所指的是另一次付款尝试",
      sender: "选项 notifyFrom 不包含其发送地址",
      unknown: "没有付款尝试使用此地址",
      method: "不是 POST 请求",
      slow: "内容传输过慢",
      large: "内容过大",
      charset: "未知的字符集",
      limited: "来自同一网络的失败请求过多",
      failure: "商店内部出错",
      later: "数据库不可用",
    },
    lastSweep: "定期任务最近一次运行",
    noSweep: "尚未运行",
    overdueJobs: "逾期任务",
    openItems: "未解决的事项",
    count: "{count} 项，最早的始于 {time}",
    countMore: "超过 {count} 项，最早的始于 {time}",
    none: "无",
    startWarnings: "商店启动时的警告",
    loadFailed: "无法加载网关状况。请重新加载页面。",
  },
};

/** The texts about cancelling a subscription, in simplified Chinese. */
export const chineseCancellationTexts: Pick<StaffTexts, "cancellation"> = {
  cancellation: {
    cancel: "取消订阅",
    explanation: "商店将请求网关不再扣款。此操作无法撤销。",
    keep: "不取消",
    notAsked: "未能请求网关。",
    outcomes: {
      cancelled: "订阅已取消，网关不再扣款。",
      ended: "套餐已全部完成，无需取消。",
      refused: "网关拒绝取消，仍会继续扣款。",
      unclear: "网关没有明确答复，商店会自动再次请求。",
    },
    refusedText: "{outcome}网关的说明：{text}",
  },
};

/** The texts of the review item `dispute`, by the code of its problem, in simplified Chinese. */
export const chineseDisputeTexts: Pick<StaffTexts, "disputes"> = {
  disputes: {
    chargeback: {
      title: "拒付",
      means: "买家的银行正在收回款项。付款状态未变。",
      advice: "请勿发货。请在网关处理该拒付。如款项无法收回，请记录为退款；如申诉成功，选择“不予处理”。",
    },
    ethoca_alert: {
      title: "Ethoca 预警",
      means: "买家已向银行投诉，之后可能发生拒付。付款状态未变。",
      advice: "请勿发货。请退款以避免拒付。如在网关后台退款，请记录退款；否则选择“不予处理”。",
    },
    rdr_alert: {
      title: "RDR 预警",
      means: "买家已向银行投诉，您网关账户的规则可能会自动退款。付款状态未变。",
      advice: "请勿发货。请在网关查询该交易。如已退款，请记录退款；否则选择“不予处理”。",
    },
    refund_report_unclear: {
      title: "退款报告不明确",
      means: "网关报告了一笔退款，商店无法自动记录。",
      advice: "请在网关查询该退款。如款项已退回，请记录退款；否则选择“不予处理”。",
    },
    unrecognized_dispute: {
      title: "未知的报告",
      means: "网关报告了商店不认识的事件类型。付款状态未变。",
      advice: "请向网关询问其含义。如款项已退回，请记录退款；否则选择“不予处理”。",
    },
  },
};

/** The texts of the form that refunds through the gateway, in simplified Chinese. */
export const chineseGatewayRefundFormTexts: Pick<StaffTexts, "refundForm"> = {
  refundForm: {
    results: {
      requested: "退款已保存，尚未发送。商店会发送该退款。",
      submitted: "正在发送退款。请重新加载本页。",
      accepted: "网关接受了退款。款项是否退回，网关稍后报告。",
      unknown: "网关没有给出明确的答复。商店会向网关查询，不会再次发送该退款。",
      succeeded: "网关已完成退款。",
      failed: "网关拒绝了退款。没有款项变动。",
    },
    recorded: "商店的订单显示已退款 {amount} {currency}，但网关并未退款。请在此重新退款，订单即与实际相符。",
    notRecorded: "商店的订单没有显示此退款。",
    open: "通过网关退款",
    meaning:
      "网关会将款项退还给买家。此操作无法撤销。网关完成退款后，订单会显示该退款。时间线会显示您的姓名。",
    amount: "要退款的金额",
    reason: "给网关的退款原因",
    reasonHint: "网关的工作人员会看到。请勿填写个人信息。",
    reasonExample: "退货、损坏、重复付款",
    send: "退款",
    notSent: "没有退款。",
  },
};

/** The texts about refunds through the gateway, in simplified Chinese. */
export const chineseGatewayRefundTexts: Pick<StaffTexts, "gatewayRefunds"> = {
  gatewayRefunds: {
    title: "通过网关退款",
    refundId: "退款编号",
    reason: "原因",
    details: "详情",
    madeAtGateway: "在网关后台退款",
    otherCharge: "属于没有订单的付款",
    states: {
      requested: "尚未发送",
      submitted: "正在发送",
      accepted: "已接受，款项尚未退回",
      unknown: "没有明确答复",
      succeeded: "已退款",
      failed: "退款失败",
    },
  },
};

/** The texts about asking the gateway, in simplified Chinese. */
export const chineseQueryTexts: Pick<StaffTexts, "query"> = {
  query: {
    ask: "向网关查询",
    answer: "网关的答复",
    notAsked: "未能向网关查询。",
    answers: {
      paid: "已付款",
      "not-paid": "未付款",
      pending: "处理中",
      failed: "付款失败",
      refunded: "已退款",
      unrecognized: "未知状态",
      unverified: "答复未通过验证",
      rejected: "查询被网关拒绝",
      unknown: "没有答复",
      "not-asked": "未查询",
    },
    problems: {
      unverified: "该答复不能证明任何事（{reason}）。",
      rejected: "网关没有说明原因。",
      unknown: "网关没有给出可用的答复（{reason}）。",
      attempt_unknown: "没有付款尝试使用此网关订单号。",
      merchant_missing: "选项中已没有该商户。请重新添加该商户后再查询。",
      gateway_closed: "商店正在重启。请一分钟后再查询。",
      gateway_silent: "网关没有答复之前的查询。请一分钟后再查询。",
    },
    count: "{answer}：{count} 笔",
  },
};

/** The phrases of a timeline, in simplified Chinese. */
export const chineseTimelinePhrases: StaffTexts["phrases"] = {
  started: "第 {attempt} 次尝试开始：{variant}，{amount} {currency}，网关订单号 {attemptId}。",
  redirected: "网关要求将买家引导至其付款页面。",
  approved: "网关立即批准了付款，但须以其通知为准。",
  "approved-pays": "网关立即批准了付款。商店的选项 immediateSuccess 将其视为已付款。",
  declined: "网关拒绝了付款。",
  rejected: "网关退回了请求。",
  unclear: "网关没有明确答复（{reason}）。我们不知道网关是否已收到该订单。",
  "not-connected": "无法连接网关。网关没有收到该订单。",
  "http-refused": "网关服务器拒绝了请求（HTTP {status}）。网关没有接受该订单。",
  "gateway-text": "网关说明：{text}",
  "gateway-text-unsigned": "网关说明（未签名）：{text}",
  "returned-succeeded": "买家的浏览器报告付款成功。此信息未经验证。",
  "returned-fail": "买家的浏览器报告付款失败。此信息未经验证。",
  "returned-processing": "买家的浏览器报告付款正在处理。此信息未经验证。",
  confirmed: "网关确认已付款 {amount} {currency}（交易 {transaction}）。",
  "confirmed-cycle": "网关确认已付款 {amount} {currency}（交易 {transaction}，第 {cycle} 期）。",
  failed: "网关报告付款失败（交易 {transaction}）。",
  "failed-cycle": "网关报告付款失败（交易 {transaction}，第 {cycle} 期）。",
  "unknown-code": "网关报告了未知代码 {code}（交易 {transaction}）。",
  "unknown-code-cycle": "网关报告了未知代码 {code}（交易 {transaction}，第 {cycle} 期）。",
  "reported-attempt-id": "其网关订单号为 {attemptId}。",
  "subscription-closed": "同时报告该订阅已关闭。",
  "inquiry-paid": "经查询，网关答复已付款 {amount} {currency}（交易 {transaction}）。",
  "inquiry-paid-unproven": "经查询，网关答复订单已付款，但没有交易号。这不能证明已付款。",
  "inquiry-failed": "经查询，网关答复付款失败。",
  "inquiry-not-paid": "经查询，网关答复订单未付款。",
  "inquiry-pending": "经查询，网关答复付款仍在处理。",
  "inquiry-refunded": "经查询，网关答复该付款已退款。",
  "inquiry-unrecognized": "经查询，网关答复的状态为 {state}，其文档没有此状态。",
  "refusal-upheld": "没有任何答复与网关退回请求相矛盾。此次尝试已失败。",
  "cancel-requested-buyer": "买家请求取消订阅。",
  "cancel-requested-operator": "{operator} 请求取消订阅。",
  "cancel-confirmed": "网关已确认取消，不再扣款。",
  "cancel-refused": "网关拒绝取消，仍会继续扣款。",
  notice: "网关就交易 {transaction} 发来提示（{type}）。",
  "refused-foreign": "一条消息被拒收：它指向其他商户或其他订单。未产生任何影响。",
  "refused-large": "一条消息被拒收：内容过大。未产生任何影响。",
  "refused-slow": "一条消息被拒收：未完整到达。未产生任何影响。",
  "refused-charset": "一条消息被拒收：商店无法解码其文本。未产生任何影响。",
  "refused-later": "一条通知无法验证：选项中没有其商户。未产生任何影响。",
  "refused-failure": "一条消息被拒收：商店的其他部分处理它时出错。未产生任何影响。",
  "refused-sender": "一条通知被拒收：选项 notifyFrom 不包含其发送地址。未产生任何影响。",
  "refused-unsigned": "收到一条没有签名的通知。未产生任何影响。",
  "refused-mismatch": "一条通知被拒收：签名错误。未产生任何影响。",
  "refused-malformed": "一条通知被拒收：字段不完整或有歧义。未产生任何影响。",
  "operator-accept": "{operator} 接受了付款：{note}",
  "operator-accept-charge": "{operator} 接受交易 {transaction} 为其付款：{note}",
  "operator-dismiss": "{operator} 对付款不予处理：{note}",
  "operator-record-refund": "{operator} 记录了退款：{note}",
  "operator-record-refund-amount": "{operator} 记录了退款 {amount} {currency}（编号 {reference}）：{note}",
  "refund-requested": "商店请求退款 {amount} {currency}：{reason}",
  "refund-requested-by": "{operator} 请求退款 {amount} {currency}：{reason}",
  "refund-submitted": "退款已发送给网关。",
  "refund-accepted": "网关接受了退款 {refund}。款项尚未退回。",
  "refund-refused": "网关拒绝了退款。",
  "refund-unknown": "网关对退款没有给出明确的答复（{reason}）。不知道款项是否会退回。不会再次发送该退款。",
  "refund-succeeded": "网关报告退款 {refund}（{amount} {currency}）成功。",
  "refund-failed": "网关报告退款 {refund}（{amount} {currency}）失败。",
  "refund-resolved-succeeded": "{operator} 记录：退款已完成：{note}",
  "refund-resolved-failed": "{operator} 记录：退款未进行：{note}",
  "dispute-chargeback": "网关报告交易 {transaction} 被拒付（状态 {status}）。",
  "dispute-ethoca-alert": "网关就交易 {transaction} 转发了 Ethoca 预警（状态 {status}）。",
  "dispute-rdr-alert": "网关就交易 {transaction} 转发了 RDR 预警（状态 {status}）。",
  "dispute-refund": "网关报告交易 {transaction} 有一笔退款，但无法自动记录（状态 {status}）。",
  "dispute-unrecognized": "网关就交易 {transaction} 报告了“{type}”（状态 {status}）。",
  "omitted-failures": "另有 {count} 条未付款的报告，未改变任何内容，未列出。",
  "omitted-disputes": "另有 {count} 条争议消息，未列出。请咨询网关。",
  "operator-retry": "{operator} 重试了待处理事项 {kind}。",
  "operator-retry-cycle": "{operator} 重试了第 {cycle} 期的待处理事项 {kind}。",
};
