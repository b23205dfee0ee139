import type { Words } from "./en.ts";

export const chinese: Words = {
  // Named by its script: readers of other Chinese scripts get these pages too, and fonts and voices must know.
  tag: "zh-Hans",
  direction: "ltr",
  pages: {
    starting: { heading: "正在开始付款", text: "请稍候片刻。" },
    "starting-long": {
      heading: "仍在开始付款",
      text: "等待时间比平时长。请先不要再次付款。",
    },
    confirming: { heading: "正在确认您的付款", text: "我们正在等待付款确认。" },
    "confirming-long": {
      heading: "仍在等待付款确认",
      text: "等待时间比平时长。您可以离开本页面，但请不要再次付款。",
    },
    placing: { heading: "已收到付款", text: "谢谢！正在生成您的订单，请稍候。" },
    placed: { heading: "感谢您的订购", text: "您的付款已到账，订单已生成。" },
    held: { heading: "已收到付款", text: "您的付款已到账，商店工作人员正在处理您的订单。请不要再次付款。" },
    failed: { heading: "付款未成功", text: "购物车中的内容没有变化。您可以重试，或换一种方式付款。" },
    unreachable: {
      heading: "无法打开付款页面",
      text: "您没有被扣款。请过几分钟再试，或换一种方式付款。",
    },
    closed: { heading: "此次付款已关闭", text: "商店已关闭此次付款。您可以重新付款。" },
    review: { heading: "正在核实您的付款", text: "这笔付款需要商店工作人员核实。请不要再次付款。" },
    unavailable: {
      heading: "请稍候",
      text: "商店暂时无法查询您的付款。如果您刚刚付过款，请不要再次付款。",
    },
    "card-refused": { heading: "本次未扣款", text: "请使用浏览器的返回按钮回到商店。" },
    "card-unclear": {
      heading: "出现了问题",
      text: "商店不知道您的银行卡是否已被扣款。再次付款之前，请先查看您的订单。",
    },
  },
  reported: "付款页面报告了一个问题，商店仍在等待确认。请先不要再次付款。",
  goesOn: "本页面会自动更新。",
  withoutScript: {
    offer: "让本页面自动查询",
    running: "本页面正在自动查询。",
    stop: "停止自动查询",
  },
  soon: "请稍候，正在跳转。",
  news: {
    byMail: "一有消息，我们会发电子邮件通知您。",
    onOrder: "一有消息，您的订单页面就会显示。",
  },
  links: { order: "查看订单", retry: "重试", again: "再次查询" },
  navigation: "付款",
  refusals: {
    foreign: "此表单不是从商店自己的页面发送的。",
    charset: "请以普通表单发送银行卡信息。",
    malformed: "无法读取表单。",
    large: "表单过大。",
    slow: "表单未能及时送达。",
    unknown: "这里没有需要付款的订单。",
    later: "商店目前无法收款，请一分钟后重试。",
    form_expired: "表单打开的时间过长。请先查看您的订单，再重新打开付款页面。",
    too_many_attempts: "尝试次数过多。请先查看您的订单，稍后再试。",
    card_invalid: "部分信息无法使用。",
    sale_invalid: "部分信息无法使用。",
  },
  buyer: {
    enter: "请填写：{fields}。",
    check: "请检查：{fields}。",
    separator: "、",
    delivery: "{field}（收货地址）",
    fields: {
      firstName: "名字",
      lastName: "姓氏",
      email: "电子邮箱",
      phone: "电话号码",
      country: "国家或地区",
      street1: "街道地址",
      street2: "地址第二行",
      city: "城市",
      postcode: "邮政编码",
      state: "省份",
    },
  },
  fields: {
    card_number: "卡号：12 至 19 位数字",
    card_month: "月份：两位数字，01 至 12",
    card_year: "年份：四位数字，且银行卡未过期",
    card_cvv: "安全码：三位或四位数字",
  },
};
